/* <stdnoreturn.h> (C11 7.23). */
#ifndef PPCL_STDNORETURN_H
#define PPCL_STDNORETURN_H
#ifndef __cplusplus
#define noreturn _Noreturn
#endif
#endif
