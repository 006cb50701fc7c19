/* Ping-pong over loopback: a client writes 64 bytes, the server on the same loop writes them back, a hundred thousand
 * times. Each message is a uv_read callback and a uv_try_write. */
#include <netinet/in.h>

#include "measure.h"

enum { TRIPS = 100000, MESSAGE = 64 };

static uv_tcp_t server, accepted, client;
static char message[MESSAGE];
static char buffer[65536];
static uint64_t trips;

static void lend_buffer(uv_handle_t *handle, size_t wanted, uv_buf_t *lent) {
  (void)handle, (void)wanted;
  *lent = uv_buf_init(buffer, sizeof buffer);
}

static void send_message(uv_stream_t *stream) {
  uv_buf_t out = uv_buf_init(message, MESSAGE);
  int written = uv_try_write(stream, &out, 1);
  must(written, "write");
  expect((uint64_t)written, MESSAGE, "bytes written");
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *in) {
  (void)in;
  must((int)length, "read");
  if (length == 0) return;
  expect((uint64_t)length, MESSAGE, "bytes read");
  if (stream == (uv_stream_t *)&client && ++trips == TRIPS) {
    uv_close((uv_handle_t *)&client, NULL);
    uv_close((uv_handle_t *)&accepted, NULL);
    uv_close((uv_handle_t *)&server, NULL);
    return;
  }
  send_message(stream);
}

static void on_connection(uv_stream_t *listener, int status) {
  must(status, "connection");
  must(uv_tcp_init(listener->loop, &accepted), "tcp");
  must(uv_accept(listener, (uv_stream_t *)&accepted), "accept");
  must(uv_tcp_nodelay(&accepted, 1), "nodelay");
  must(uv_read_start((uv_stream_t *)&accepted, lend_buffer, on_read), "read");
}

static void on_connect(uv_connect_t *request, int status) {
  must(status, "connect");
  must(uv_tcp_nodelay(&client, 1), "nodelay");
  must(uv_read_start(request->handle, lend_buffer, on_read), "read");
  send_message(request->handle);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  struct sockaddr_in address;
  int length = sizeof address;
  uv_connect_t request;
  must(uv_ip4_addr("127.0.0.1", 0, &address), "address");
  must(uv_tcp_init(loop, &server), "tcp");
  must(uv_tcp_bind(&server, (struct sockaddr *)&address, 0), "bind");
  must(uv_listen((uv_stream_t *)&server, 16, on_connection), "listen");
  must(uv_tcp_getsockname(&server, (struct sockaddr *)&address, &length), "name");
  must(uv_tcp_init(loop, &client), "tcp");
  must(uv_tcp_connect(&request, &client, (struct sockaddr *)&address, on_connect), "connect");
  uint64_t began = uv_hrtime();
  uv_run(loop, UV_RUN_DEFAULT);
  uint64_t spent = uv_hrtime() - began;
  expect(trips, TRIPS, "trips");
  report(spent, TRIPS);
  return 0;
}
