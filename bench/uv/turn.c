/* Ten million turns with one idle and one check callback: what the loop itself costs. */
#include "measure.h"

enum { TURNS = 10000000 };

static uint64_t turns;
static uv_idle_t idle;
static uv_check_t check;

static void on_idle(uv_idle_t *handle) { (void)handle; }

static void on_check(uv_check_t *handle) {
  if (++turns == TURNS) {
    uv_check_stop(handle);
    uv_idle_stop(&idle);
  }
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  must(uv_idle_init(loop, &idle), "idle");
  must(uv_check_init(loop, &check), "check");
  must(uv_idle_start(&idle, on_idle), "idle");
  must(uv_check_start(&check, on_check), "check");
  uint64_t began = uv_hrtime();
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t spent = uv_hrtime() - began;
  expect(turns, TURNS, "turns");
  report(spent, TURNS);
  return 0;
}
