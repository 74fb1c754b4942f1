/* Fences, and waiting for copies (OpenCL 1.2, 6.12.9 and 6.12.10). Barriers are not functions. */

PPCL_INLINE void ppcl_mem_fence_uint(uint flags)
{
    (void)flags;
    ppcl_fence();
}

PPCL_INLINE void ppcl_read_mem_fence_uint(uint flags)
{
    (void)flags;
    ppcl_fence();
}

PPCL_INLINE void ppcl_write_mem_fence_uint(uint flags)
{
    (void)flags;
    ppcl_fence();
}

/* copies are complete when they return */
PPCL_INLINE void ppcl_wait_group_events_int_pevent(int count, const ppcl_event *events)
{
    (void)count;
    (void)events;
}
