#define BINS 16
