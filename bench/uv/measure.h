/* What every C program of this folder needs: a clock, and a way to stop when libuv says no. */
#ifndef HEXLOOP_MEASURE_H
#define HEXLOOP_MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

static inline void must(int status, const char *what) {
  if (status < 0) {
    fprintf(stderr, "%s: %s\n", what, uv_strerror(status));
    exit(1);
  }
}

static inline void expect(uint64_t got, uint64_t wanted, const char *what) {
  if (got != wanted) {
    fprintf(stderr, "%s: %llu instead of %llu\n", what, (unsigned long long)got, (unsigned long long)wanted);
    exit(1);
  }
}

/* The one line of output: nanoseconds per operation. */
static inline void report(uint64_t ns, uint64_t operations) {
  printf("%.1f\n", (double)ns / (double)operations);
}

/* The same numbers in both languages: a linear congruential generator (Knuth's MMIX constants). */
static inline uint32_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(*state >> 33);
}

#endif
