/* Opens C linkage; end_c.h closes it. For machines without a C library's headers. */
#ifdef __cplusplus
extern "C" {
#endif
