/* <omp.h> (OpenMP): what host programs ask of it. */
#ifndef PPCL_OMP_H
#define PPCL_OMP_H
#include "begin_c.h"
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
void omp_set_num_threads(int count);
double omp_get_wtime(void);
#include "end_c.h"
#endif
