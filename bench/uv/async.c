/* Another thread wakes the loop a million times without a message: wake-ups before the next poll are coalesced. */
#include "measure.h"

enum { NOTIFICATIONS = 1000000 };

static uv_async_t async;
static volatile uint64_t notified;
static uint64_t callbacks;

static void on_async(uv_async_t *handle) {
  callbacks++;
  if (notified == NOTIFICATIONS) uv_close((uv_handle_t *)handle, NULL);
}

static void notify_all(void *data) {
  (void)data;
  for (int i = 1; i <= NOTIFICATIONS; i++) {
    notified = i;
    must(uv_async_send(&async), "send");
  }
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_thread_t notifier;
  must(uv_async_init(loop, &async, on_async), "async");
  uint64_t began = uv_hrtime();
  must(uv_thread_create(&notifier, notify_all, NULL), "thread");
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t spent = uv_hrtime() - began;
  uv_thread_join(&notifier);
  if (callbacks == 0) return 1;
  report(spent, NOTIFICATIONS);
  return 0;
}
