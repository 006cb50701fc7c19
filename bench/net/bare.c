/* The least that an HTTP server can do: epoll, read, write the same answer, no parsing beyond the end of a head.
 * What it reaches is what the machine allows. Level-triggered, one thread, as the runtimes have it. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static const char answer[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
    "Connection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 12\r\n\r\nhello world\n";

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void serve(int epoll, int fd) {
  char buffer[65536];
  ssize_t count = read(fd, buffer, sizeof buffer);
  if (count <= 0) {
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL);
    close(fd);
    return;
  }
  for (char *at = buffer, *end; (end = memmem(at, buffer + count - at, "\r\n\r\n", 4)) != NULL; at = end + 4)
    if (write(fd, answer, sizeof answer - 1) < 0 && errno != EAGAIN) break;
}

int main(void) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), one = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) || listen(listener, 511)) die("listen");
  getsockname(listener, (struct sockaddr *)&address, &length);
  printf("port %d\n", ntohs(address.sin_port));
  fflush(stdout);
  int epoll = epoll_create1(0);
  struct epoll_event events[1024], event = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int count = epoll_wait(epoll, events, 1024, -1);
    for (int i = 0; i < count; i++) {
      if (events[i].data.fd != listener) {
        serve(epoll, events[i].data.fd);
        continue;
      }
      int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
      if (fd < 0) continue;
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      event = (struct epoll_event){.events = EPOLLIN, .data.fd = fd};
      epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    }
  }
}
