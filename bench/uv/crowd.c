/* Two hundred thousand jobs, sixty-four under way at any time. */
#include "measure.h"

enum { JOBS = 200000, AT_ONCE = 64 };

static uint64_t queued, finished;

static void work(uv_work_t *request) { request->data = (char *)request->data + 1; }

static void done(uv_work_t *request, int status) {
  must(status, "job");
  finished++;
  if (queued < JOBS) {
    queued++;
    must(uv_queue_work(request->loop, request, work, done), "queue");
  }
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  static uv_work_t requests[AT_ONCE];
  uint64_t began = uv_hrtime();
  for (; queued < AT_ONCE; queued++) must(uv_queue_work(loop, &requests[queued], work, done), "queue");
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t spent = uv_hrtime() - began;
  expect(finished, JOBS, "jobs");
  report(spent, JOBS);
  return 0;
}
