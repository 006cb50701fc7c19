/* A name service, as a system has them beside `files` and `dns`: module.test is 127.0.0.9. It is linked with the C++ library and libssl of
 * the system that it was built on, and calls both, as a native addon might. run.sh installs it in a tree. */

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <nss.h>
#include <stdlib.h>
#include <string.h>

extern const char *OpenSSL_version(int);
extern char *__cxa_demangle(const char *, char *, size_t *, int *);

enum nss_status _nss_hextest_gethostbyname4_r(const char *name, void **result, char *buffer, size_t length, int *error, int *herror,
                                              int *ttl) {
  struct tuple {
    struct tuple *next;
    char *name;
    int family;
    unsigned int address[4];
    unsigned int scope;
  } *found = (struct tuple *)buffer;
  char *demangled = __cxa_demangle("_Z1fv", NULL, NULL, NULL);
  int linked = strncmp(OpenSSL_version(0), "OpenSSL", 7) == 0 && demangled && strcmp(demangled, "f()") == 0;
  free(demangled);
  if (strcmp(name, "module.test") != 0 || !linked || length < sizeof *found + 12) {
    *error = ENOENT;
    *herror = HOST_NOT_FOUND;
    return NSS_STATUS_NOTFOUND;
  }
  char *copy = buffer + sizeof *found;
  strcpy(copy, name);
  memset(found, 0, sizeof *found);
  found->name = copy;
  found->family = AF_INET;
  inet_pton(AF_INET, "127.0.0.9", found->address);
  if (*result) *(struct tuple *)*result = *found;
  else *result = found;
  return NSS_STATUS_SUCCESS;
}
