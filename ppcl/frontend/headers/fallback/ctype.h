/* <ctype.h> (C11 7.4). */
#ifndef PPCL_CTYPE_H
#define PPCL_CTYPE_H
#include "begin_c.h"
int isalnum(int character);
int isalpha(int character);
int isblank(int character);
int isdigit(int character);
int islower(int character);
int isprint(int character);
int ispunct(int character);
int isspace(int character);
int isupper(int character);
int isxdigit(int character);
int tolower(int character);
int toupper(int character);
#include "end_c.h"
#endif
