/* Another thread sends the loop a million messages, each with something to run, and wakes it for each. libuv has the
 * wake-up (uv_async_send); the queue of messages that goes with it is here as a C program writes it. */
#include "measure.h"

enum { MESSAGES = 1000000 };

struct message {
  struct message *next;
  void (*run)(void *data);
  void *data;
};

static uv_async_t wake;
static uv_mutex_t lock;
static struct message *first, **last = &first;
static uint64_t received;

static void count_one(void *data) { ++*(uint64_t *)data; }

static void on_wake(uv_async_t *handle) {
  uv_mutex_lock(&lock);
  struct message *message = first;
  first = NULL;
  last = &first;
  uv_mutex_unlock(&lock);
  while (message != NULL) {
    struct message *next = message->next;
    message->run(message->data);
    free(message);
    message = next;
  }
  if (received == MESSAGES) uv_close((uv_handle_t *)handle, NULL);
}

static void send_all(void *data) {
  (void)data;
  for (int i = 0; i < MESSAGES; i++) {
    struct message *message = malloc(sizeof *message);
    if (message == NULL) exit(1);
    message->next = NULL;
    message->run = count_one;
    message->data = &received;
    uv_mutex_lock(&lock);
    *last = message;
    last = &message->next;
    uv_mutex_unlock(&lock);
    must(uv_async_send(&wake), "send");
  }
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_thread_t sender;
  must(uv_async_init(loop, &wake, on_wake), "async");
  must(uv_mutex_init(&lock), "mutex");
  uint64_t began = uv_hrtime();
  must(uv_thread_create(&sender, send_all, NULL), "thread");
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t spent = uv_hrtime() - began;
  uv_thread_join(&sender);
  expect(received, MESSAGES, "messages");
  report(spent, MESSAGES);
  return 0;
}
