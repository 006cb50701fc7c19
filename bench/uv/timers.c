/* A million timers over a thousand delays; every fourth is stopped, every eighth restarted; the rest run. They are
 * all due when the loop runs, so that the heap is measured and not the waiting. */
#include "measure.h"

enum { TIMERS = 1000000, DELAYS = 1000 };

static uint64_t fired;

static void on_timer(uv_timer_t *timer) {
  (void)timer;
  fired++;
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uint64_t random = 1;
  uint64_t began = uv_hrtime();

  uv_timer_t *timers = malloc(TIMERS * sizeof *timers);
  if (timers == NULL) return 1;
  for (int i = 0; i < TIMERS; i++) {
    must(uv_timer_init(loop, &timers[i]), "init");
    must(uv_timer_start(&timers[i], on_timer, next_random(&random) % DELAYS, 0), "start");
  }
  for (int i = 0; i < TIMERS; i += 4) must(uv_timer_stop(&timers[i]), "stop");
  for (int i = 1; i < TIMERS; i += 8)
    must(uv_timer_start(&timers[i], on_timer, next_random(&random) % DELAYS, 0), "restart");
  uint64_t spent = uv_hrtime() - began;

  uv_sleep(DELAYS + 10);

  began = uv_hrtime();
  uv_run(loop, UV_RUN_DEFAULT);
  spent += uv_hrtime() - began;

  expect(fired, TIMERS - TIMERS / 4, "timers fired");
  report(spent, TIMERS);
  return 0;
}
