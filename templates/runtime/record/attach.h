/*
 * The recorder and a runtime that is linked into the program (ppcl's C backend). Preloading does not
 * put the recorder before such a runtime, so the runtime looks for ppcl_attach_recorder when it
 * starts, and hands each of the program's calls to the recorder, which calls the runtime in turn.
 * (Part of ppcl's recorder; MIT-0.)
 */
#ifndef PPCL_ATTACH_H
#define PPCL_ATTACH_H

typedef void any_function(void);

struct ppcl_recorder {
    /* Whether a call from `caller` on this thread is for the recorder, and not from it. */
    int (*is_wanted)(const void *caller);
    /* The recorder's entry point of a name, NULL where it has none. */
    any_function *(*function)(const char *name);
};

/* `function` gives the runtime's entry points by name. */
typedef const struct ppcl_recorder *ppcl_attach(any_function *(*function)(const char *name));

#endif
