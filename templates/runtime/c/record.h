/*
 * Calls that are recorded: a recorder that is preloaded (ppcl verify, ppcl bench) cannot come before
 * functions of the program itself, so it is looked for, and is handed each of the program's calls.
 * It calls the runtime in turn. See attach.h of the recorder, which has the same declarations.
 */
#ifndef PPCL_RECORD_H
#define PPCL_RECORD_H

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef void rt_function(void);

struct ppcl_recorder {
    int (*is_wanted)(const void *caller);
    rt_function *(*function)(const char *name);
};

static const struct ppcl_recorder *rt_recorder; /* NULL where nothing is recorded */

/* First in an entry point: hands a call of the program to the recorder, and returns what it gives. */
#define RT_RECORD(name, arguments)                                                                 \
    do {                                                                                           \
        if (rt_recorder != NULL && rt_recorder->is_wanted(__builtin_return_address(0))) {          \
            rt_function *recorded_ = rt_recorder->function(#name);                                 \
            if (recorded_ != NULL)                                                                 \
                return ((__typeof__(&name))recorded_)arguments;                                    \
        }                                                                                          \
    } while (0)

static rt_function *rt_entry_point(const char *name);

__attribute__((constructor)) static void rt_find_recorder(void)
{
    typedef const struct ppcl_recorder *attach_function(rt_function *(*function)(const char *));
    void *symbol = getenv("PPCL_RECORD") != NULL ? dlsym(RTLD_DEFAULT, "ppcl_attach_recorder") : NULL;
    attach_function *attach;

    if (symbol == NULL)
        return;
    memcpy(&attach, &symbol, sizeof(attach));
    rt_recorder = attach(rt_entry_point);
}

#endif
