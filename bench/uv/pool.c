/* A hundred thousand jobs, one after the other: to a thread of the pool and back. */
#include "measure.h"

enum { TRIPS = 100000 };

static uint64_t trips;
static uint64_t sum;

static void work(uv_work_t *request) { *(uint64_t *)request->data += 1; }

static void done(uv_work_t *request, int status) {
  must(status, "job");
  if (++trips < TRIPS) must(uv_queue_work(request->loop, request, work, done), "queue");
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_work_t request;
  request.data = &sum;
  uint64_t began = uv_hrtime();
  must(uv_queue_work(loop, &request, work, done), "queue");
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t spent = uv_hrtime() - began;
  expect(sum, TRIPS, "trips");
  report(spent, TRIPS);
  return 0;
}
