/* Closes what begin_c.h opened. */
#ifdef __cplusplus
}
#endif
