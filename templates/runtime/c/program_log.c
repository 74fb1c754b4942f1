/* What is said where no compiled kernels fit a program: the nearest, what differs, what to do. */

/* Writes the words of `one` that `two` has not, if `log` is not NULL; returns how many. */
static unsigned rt_put_difference(FILE *log, const struct rt_words *one, const struct rt_words *two)
{
    unsigned count = 0;

    for (size_t at = 0; at < one->count; ++at)
        if (!rt_has_word(two, one->word[at])) {
            if (log != NULL)
                fprintf(log, " %s", one->word[at]);
            ++count;
        }
    if (log != NULL && count == 0)
        fprintf(log, " nothing more");
    return count;
}

/* In how many options two differ; one macro with two values is one difference. */
static unsigned rt_distance(const struct ppcl_program *compiled, const struct rt_words *wanted)
{
    struct rt_words there;
    unsigned distance;

    rt_read_options(compiled->options, &there);
    distance = rt_put_difference(NULL, wanted, &there);
    for (size_t at = 0; at < there.count; ++at) {
        int known = 0;
        for (size_t other = 0; other < wanted->count; ++other)
            known |= rt_is_same_option(there.word[at], wanted->word[other]);
        distance += !known;
    }
    rt_forget_words(&there);
    return distance;
}

/* A word as a shell reads it. */
static void rt_put_quoted(FILE *log, const char *word)
{
    const char *plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_=.,+-/";

    if (word[strspn(word, plain)] == '\0') {
        fputs(word, log);
        return;
    }
    fputc('\'', log);
    for (; *word != '\0'; ++word)
        if (*word == '\'')
            fputs("'\\''", log);
        else
            fputc(*word, log);
    fputc('\'', log);
}

static void rt_put_command(FILE *log, const struct rt_words *wanted)
{
    fprintf(log, "Add it with: ppcl compile --emit c SOURCE... -o OUT");
    for (size_t at = 0; at < wanted->count; ++at)
        if (strncmp(wanted->word[at], "-D", 2) == 0) {
            fprintf(log, " -D ");
            rt_put_quoted(log, wanted->word[at] + 2);
        }
    fprintf(log, "\n");
}

static void rt_put_nearest(FILE *log, const struct ppcl_program *nearest,
                           const struct rt_words *wanted)
{
    struct rt_words there;

    rt_read_options(nearest->options, &there);
    fprintf(log, "ppcl: %s is not compiled in for these options.\nWanted:", nearest->name);
    rt_put_difference(log, wanted, &there);
    fprintf(log, "\nThe nearest that is there has instead:");
    rt_put_difference(log, &there, wanted);
    fprintf(log, "\n");
    rt_forget_words(&there);
}

static void rt_put_programs(FILE *log, const struct rt_key *key)
{
    fprintf(log,
            "ppcl: no program with this text (%lu bytes, hash %016llx) is compiled in.\n"
            "The text has changed since, or ppcl has not seen it. There are:",
            (unsigned long)key->length, (unsigned long long)key->hash);
    for (unsigned at = 0; at < ppcl_program_count; ++at) {
        int seen = 0;
        for (unsigned earlier = 0; earlier < at; ++earlier)
            seen |= strcmp(ppcl_programs[earlier].name, ppcl_programs[at].name) == 0;
        if (!seen)
            fprintf(log, "%s %s", at > 0 ? "," : "", ppcl_programs[at].name);
    }
    fprintf(log, "%s\n", ppcl_program_count == 0 ? " none" : "");
}

/* The log of a build that failed; freed by the caller. */
static char *rt_failure_log(const struct rt_key *key)
{
    const struct ppcl_program *nearest = NULL;
    struct rt_words wanted;
    unsigned least = 0;
    char *text = NULL;
    size_t size = 0;
    FILE *log = open_memstream(&text, &size);

    if (log == NULL)
        return NULL;
    rt_read_options(key->options, &wanted);
    for (unsigned at = 0; at < ppcl_program_count; ++at) {
        if (!rt_is_text_of(&ppcl_programs[at], key))
            continue;
        unsigned distance = rt_distance(&ppcl_programs[at], &wanted);
        if (nearest == NULL || distance < least) {
            nearest = &ppcl_programs[at];
            least = distance;
        }
    }
    if (nearest != NULL)
        rt_put_nearest(log, nearest, &wanted);
    else
        rt_put_programs(log, key);
    rt_put_command(log, &wanted);
    rt_forget_words(&wanted);
    fclose(log);
    return text;
}
