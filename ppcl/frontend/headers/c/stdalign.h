/* <stdalign.h> (C11 7.15). */
#ifndef PPCL_STDALIGN_H
#define PPCL_STDALIGN_H
#ifndef __cplusplus
#define alignas _Alignas
#define alignof _Alignof
#endif
#define __alignas_is_defined 1
#define __alignof_is_defined 1
#endif
