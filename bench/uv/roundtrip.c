/* A thread and the loop wake each other in turn, a hundred thousand times: no two wake-ups can be made one. */
#include "measure.h"

enum { TRIPS = 100000 };

static uv_async_t wake;
static uv_sem_t answered;
static uint64_t trips;

static void on_wake(uv_async_t *handle) {
  if (++trips == TRIPS) uv_close((uv_handle_t *)handle, NULL);
  uv_sem_post(&answered);
}

static void travel(void *data) {
  (void)data;
  for (int i = 0; i < TRIPS; i++) {
    must(uv_async_send(&wake), "send");
    uv_sem_wait(&answered);
  }
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_thread_t traveller;
  must(uv_async_init(loop, &wake, on_wake), "async");
  must(uv_sem_init(&answered, 0), "semaphore");
  uint64_t began = uv_hrtime();
  must(uv_thread_create(&traveller, travel, NULL), "thread");
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t spent = uv_hrtime() - began;
  uv_thread_join(&traveller);
  expect(trips, TRIPS, "trips");
  report(spent, TRIPS);
  return 0;
}
