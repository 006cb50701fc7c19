#!/bin/sh
# tests/stacks.sh PID: what every thread of a process, and of its children, is doing: state, native stack, and the JavaScript stack
# if there is one. For a test that hangs: the process is stopped for a moment, and may not survive.
#
# Native stacks need gdb; without it only the kernel's state of each thread is printed.
set -u

descendants() {
  echo "$1"
  cat "/proc/$1/task/"*/children 2>/dev/null | tr ' ' '\n' | while read -r child; do descendants "$child"; done
}

threads() {
  for task in "/proc/$1/task/"*; do
    [ -r "$task/comm" ] || continue
    printf '  thread %s (%s) %s, in the kernel: %s\n' "${task##*/}" "$(cat "$task/comm")" \
      "$(sed -n 's/^State:[[:space:]]*//p' "$task/status" 2>/dev/null)" "$(cat "$task/wchan" 2>/dev/null || echo unknown)"
  done
}

# Each thread's native stack first: the call for the JavaScript stack may crash a process that is in a bad state.
native() {
  timeout -k 5 60 gdb -p "$1" -batch -nx \
    -ex 'set pagination off' -ex 'set print frame-arguments none' -ex 'set unwindonsignal on' -ex 'set debuginfod enabled off' \
    -ex 'thread apply all bt 30' \
    -ex 'printf "\nJavaScript, for each thread:\n"' \
    -ex 'thread apply all -s printf "%s", (const char *) ((const char *(*)(void)) hexloop_js_stack)()' \
    2>/dev/null </dev/null | grep -E '^(Thread|#|JavaScript|no JavaScript)' | sed 's/^/  /'
}

for pid in $(descendants "$1"); do
  [ -d "/proc/$pid" ] || continue
  printf 'process %s: %s\n' "$pid" "$(tr '\0' ' ' <"/proc/$pid/cmdline" | cut -c1-300)"
  threads "$pid"
  if command -v gdb >/dev/null 2>&1; then native "$pid"; else echo '  (install gdb to see native and JavaScript stacks here)'; fi
done
# A thread in compiled code prints its stack itself when it continues.
sleep 1
