/* The key by which a program's compiled kernels are found again; see struct ppcl_program. */

struct rt_key {
    uint64_t hash;
    size_t length;
    char *options;
};

#define RT_BLANKS " \t\n\r\v\f"

static int rt_is_blank(char letter) /* of those that may end a line */
{
    return letter != '\n' && strchr(RT_BLANKS, letter) != NULL;
}

/* Takes blanks at the ends of lines, and lines that are empty at the end, out of a text in place. */
static size_t rt_normalise(char *text)
{
    size_t length = 0;

    for (const char *from = text; *from != '\0'; ++from) {
        while (*from == '\n' && length > 0 && rt_is_blank(text[length - 1]))
            --length;
        text[length++] = *from;
    }
    while (length > 0 && (text[length - 1] == '\n' || rt_is_blank(text[length - 1])))
        --length;
    text[length] = '\0';
    return length;
}

static uint64_t rt_hash(const char *text, size_t length) /* FNV-1a */
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (size_t at = 0; at < length; ++at)
        hash = (hash ^ (unsigned char)text[at]) * 0x100000001b3u;
    return hash;
}

/*
 * The next word of `options` from `*at` on; NULL at the end, and where there is no memory. A blank
 * in double quotes is of the word, and so are the quotes.
 */
static char *rt_next_word(const char **at)
{
    const char *start;
    size_t length;
    char *word;
    int quoted = 0;

    *at += strspn(*at, RT_BLANKS);
    for (start = *at; **at != '\0' && (quoted || strchr(RT_BLANKS, **at) == NULL); ++*at)
        quoted ^= **at == '"';
    length = (size_t)(*at - start);
    word = length > 0 ? (char *)malloc(length + 1) : NULL;
    if (word == NULL)
        return NULL;
    memcpy(word, start, length);
    word[length] = '\0';
    return word;
}

/* Whether two options say the same thing, so that the later counts: the same, or the same macro. */
static int rt_is_same_option(const char *one, const char *two)
{
    size_t length = strcspn(one, "=(");

    if (strncmp(one, "-D", 2) != 0)
        return strcmp(one, two) == 0;
    return strncmp(one, two, length) == 0 && strcspn(two, "=(") == length;
}

static int rt_compare_words(const void *one, const void *two)
{
    return strcmp(*(char *const *)one, *(char *const *)two);
}

struct rt_words {
    char **word;
    size_t count;
};

static void rt_forget_words(struct rt_words *words)
{
    while (words->count > 0)
        free(words->word[--words->count]);
    free(words->word);
    words->word = NULL;
}

/* Adds a word, which belongs to the list from now on, in place of one that it overrides. */
static int rt_add_word(struct rt_words *words, char *word)
{
    char **grown;

    for (size_t at = 0; at < words->count; ++at)
        if (rt_is_same_option(words->word[at], word)) {
            free(words->word[at]);
            words->word[at] = word;
            return 1;
        }
    grown = (char **)realloc(words->word, (words->count + 1) * sizeof(*grown));
    if (grown == NULL) {
        free(word);
        return 0;
    }
    words->word = grown;
    grown[words->count++] = word;
    return 1;
}

/* "-D" and the word after it, as one word. */
static char *rt_join_define(char *name)
{
    size_t size = name != NULL ? strlen(name) + 3 : 3;
    char *joined = name != NULL ? (char *)malloc(size) : NULL;

    if (joined != NULL)
        snprintf(joined, size, "-D%s", name);
    free(name);
    return joined;
}

/* Whether an option defines a macro. Others only allow what a compiler need not do, or name a
   standard that the kernels were read by. */
static int rt_is_defining(const char *word)
{
    return strncmp(word, "-D", 2) == 0 || strcmp(word, "-cl-fast-relaxed-math") == 0;
}

/* The options that play a part in the key, sorted; CL_INVALID_BUILD_OPTIONS for a -D without name. */
static cl_int rt_read_options(const char *options, struct rt_words *words)
{
    const char *at = options != NULL ? options : "";
    char *word;

    words->word = NULL;
    words->count = 0;
    while ((word = rt_next_word(&at)) != NULL) {
        int define = strcmp(word, "-D") == 0, takes_word = strcmp(word, "-I") == 0;
        if (define || takes_word) {
            free(word);
            word = rt_next_word(&at);
            if (word == NULL && define)
                return CL_INVALID_BUILD_OPTIONS;
            if (word == NULL)
                break;
            word = define ? rt_join_define(word) : word;
        }
        if (word != NULL && !takes_word && rt_is_defining(word)) {
            if (!rt_add_word(words, word))
                return CL_OUT_OF_HOST_MEMORY;
        } else {
            free(word);
        }
    }
    if (words->count > 0)
        qsort(words->word, words->count, sizeof(*words->word), rt_compare_words);
    return CL_SUCCESS;
}

/* Words with a blank between each two; freed by the caller. */
static char *rt_join_words(const struct rt_words *words)
{
    size_t size = 1;
    char *text, *end;

    for (size_t at = 0; at < words->count; ++at)
        size += strlen(words->word[at]) + 1;
    text = end = (char *)malloc(size);
    for (size_t at = 0; text != NULL && at < words->count; ++at)
        end += sprintf(end, "%s%s", at > 0 ? " " : "", words->word[at]);
    if (text != NULL)
        *end = '\0';
    return text;
}

/* The key of a program's text and options. */
static cl_int rt_make_key(const char *source, const char *options, struct rt_key *key)
{
    char *text = rt_copy_text(source);
    struct rt_words words;
    cl_int error = rt_read_options(options, &words);

    key->hash = key->length = 0;
    key->options = error == CL_SUCCESS ? rt_join_words(&words) : NULL;
    rt_forget_words(&words);
    if (text != NULL) {
        key->length = rt_normalise(text);
        key->hash = rt_hash(text, key->length);
    }
    if (error == CL_SUCCESS && (text == NULL || key->options == NULL))
        error = CL_OUT_OF_HOST_MEMORY;
    free(text);
    if (error != CL_SUCCESS)
        free(key->options);
    return error;
}

static int rt_is_text_of(const struct ppcl_program *compiled, const struct rt_key *key)
{
    return compiled->hash == key->hash && compiled->length == key->length;
}

static int rt_has_word(const struct rt_words *words, const char *wanted)
{
    for (size_t at = 0; at < words->count; ++at)
        if (strcmp(words->word[at], wanted) == 0)
            return 1;
    return 0;
}

/* Whether a name of so many letters is a word of a text. */
static int rt_is_named(const char *text, const char *name, size_t length)
{
    const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

    while (*(text += strcspn(text, letters)) != '\0') {
        size_t word = strspn(text, letters);
        if (word == length && strncmp(text, name, length) == 0)
            return 1;
        text += word;
    }
    return 0;
}

/* Whether an option is a macro that neither a text nor another option names. */
static int rt_is_idle(const char *option, const struct rt_words *options, const char *text)
{
    const char *name = option + 2, *value;
    size_t length;

    if (strncmp(option, "-D", 2) != 0)
        return 0;
    length = strcspn(name, "=(");
    for (size_t at = 0; at < options->count; ++at) {
        value = strchr(options->word[at], '=');
        if (value != NULL && options->word[at] != option && rt_is_named(value, name, length))
            return 0;
    }
    return !rt_is_named(text, name, length);
}

/* Whether a program is built with some options, but for macros that its text has no use for. What
   it includes is not known here, nor what it makes names of. */
static int rt_is_built_with(const struct ppcl_program *compiled, const struct rt_words *wanted,
                            const char *text)
{
    struct rt_words there;
    int fits = strstr(text, "include") == NULL && strstr(text, "##") == NULL
               && rt_read_options(compiled->options, &there) == CL_SUCCESS;

    if (!fits)
        return 0;
    for (size_t at = 0; at < there.count; ++at)
        fits &= rt_has_word(wanted, there.word[at]);
    for (size_t at = 0; at < wanted->count; ++at)
        fits &= rt_has_word(&there, wanted->word[at]) || rt_is_idle(wanted->word[at], wanted, text);
    rt_forget_words(&there);
    return fits;
}

static const struct ppcl_program *rt_find_program(const struct rt_key *key, const char *text)
{
    const struct ppcl_program *found = NULL;
    struct rt_words wanted;
    int known = rt_read_options(key->options, &wanted) == CL_SUCCESS;

    for (unsigned at = 0; at < ppcl_program_count && found == NULL; ++at)
        if (rt_is_text_of(&ppcl_programs[at], key)
            && strcmp(ppcl_programs[at].options, key->options) == 0)
            found = &ppcl_programs[at];
    for (unsigned at = 0; at < ppcl_program_count && found == NULL && known; ++at)
        if (rt_is_text_of(&ppcl_programs[at], key) && rt_is_built_with(&ppcl_programs[at], &wanted, text))
            found = &ppcl_programs[at];
    rt_forget_words(&wanted);
    return found;
}
