/* What the kernels of shapes.cl compute, for all of their work-items, written with intrinsics. */
#ifndef BY_HAND_H
#define BY_HAND_H

void fir_by_hand(const float *in, const float *taps, float *out, int count, int tap_count);
void stencil_by_hand(const float *in, float *out, int width, int height, float rate);
void mandelbrot_by_hand(int *out, int width, int height, int most);
void matmul_by_hand(const float *a, const float *b, float *c, int size);
void gather_by_hand(const float *x, const int *index, float *out, int count);
void histogram_by_hand(const unsigned char *in, unsigned int *bins, int count);

#endif
