/* Another thread wakes the loop a million times with nothing to say: many wake-ups before the loop looks are one. */
#include "measure.h"

enum { RINGS = 1000000 };

static uv_async_t bell;
static volatile uint64_t rung;
static uint64_t heard;

static void on_bell(uv_async_t *handle) {
  heard++;
  if (rung == RINGS) uv_close((uv_handle_t *)handle, NULL);
}

static void ring_all(void *data) {
  (void)data;
  for (int i = 1; i <= RINGS; i++) {
    rung = i;
    must(uv_async_send(&bell), "send");
  }
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_thread_t ringer;
  must(uv_async_init(loop, &bell, on_bell), "async");
  uint64_t began = uv_hrtime();
  must(uv_thread_create(&ringer, ring_all, NULL), "thread");
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t spent = uv_hrtime() - began;
  uv_thread_join(&ringer);
  if (heard == 0) return 1;
  report(spent, RINGS);
  return 0;
}
