#!/bin/sh
# Runs code without the engine under Miri (undefined behaviour, in the tests that take minutes there) and under ThreadSanitizer (data
# races): the loop's crate (the remote queue, the wake-up, the pool), of the engine's crate the copies of shared memory and the repeated
# requests, of the trace's crate the ring that one thread writes and another reads. JavaScriptCore itself is neither Rust nor built for
# the sanitizer. Both need Rust's nightly toolchain, which is installed if it is missing.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
target=${CARGO_TARGET_DIR:-$root/target}
cd "$root"

# Excluded are those that use signals, /proc, dup2 or TCP, which Miri does not support, and those that take too long:
# thousands of posts, jobs, timers or random programs.
miri_tests='
  a_callback_may_do_anything_to_any_handle a_frozen_clock_does_not_block_io a_job_is_cancelled_only_before_it_begins
  a_panic_is_contained a_stopped_timer_does_not_run a_timer_due_at_entry_runs_first a_timer_started_in_a_timer_waits
  a_turn_runs_its_phases_in_order an_immediate_added_in_check_waits an_interval_is_rearmed_after_its_callback
  an_observer_sees_everything close_callbacks_run_in_the_close_phase closing_a_loop_drops_its_callbacks
  metrics_count_what_happened once_waits_and_no_wait_does_not only_referenced_handles_keep_the_loop_alive
  poll_waits_no_longer_than_it_may slow_work_leaves_half_of_the_threads_free stop_ends_after_the_turn
  the_wait_guard_surrounds_every_wait timers_never_early virtual_time_jumps deferred_callbacks_run_in_the_next_turn'

# Of hexloop-engine, by parts of their names: those that never call the engine.
engine_tests='shared_copy repeated_request message stack:: build_id the_offsets_are the_singleton_is the_offset_is'

# Of hexloop-trace: the log and its readers. The rings of the others are too large for Miri.
trace_tests='log::run tail::tests::each_task log::tests::a_task_without log::tests::what_never log::tests::rows_of_a_flood'

# An installed nightly toolchain is used as it is: `rustup toolchain install` would update it, for all users of the host, and two
# updates at a time break it.
need_nightly() {
  command -v rustup >/dev/null 2>&1 || { echo 'sanitize: rustup is needed, for a nightly toolchain' >&2; exit 1; }
  installed=$(rustup component list --toolchain nightly --installed 2>/dev/null) || {
    rustup toolchain install nightly --profile minimal --no-self-update
    installed=
  }
  for component in miri rust-src; do
    case $installed in
      *"$component"*) ;;
      *) rustup component add --toolchain nightly "$component" ;;
    esac
  done
}

miri() {
  # The threads of the pool never end, and panics with an unknown payload are leaked on purpose.
  export MIRIFLAGS='-Zmiri-disable-isolation -Zmiri-ignore-leaks' RUST_BACKTRACE=0 CARGO_TARGET_DIR="$target/miri"
  set -- --lib
  for name in $miri_tests; do set -- "$@" --test "$name"; done
  cargo +nightly miri test -p hexloop --no-fail-fast "$@"
  # shellcheck disable=SC2086 # names without spaces
  cargo +nightly miri test -p hexloop-engine --lib -- $engine_tests
  # shellcheck disable=SC2086
  cargo +nightly miri test -p hexloop-trace --lib -- $trace_tests
}

tsan() {
  # The standard library is instrumented, too: otherwise the sanitizer does not see the ordering of its locks.
  export RUSTFLAGS='-Zsanitizer=thread' CARGO_TARGET_DIR="$target/tsan"
  host=$(rustc +nightly -vV | sed -n 's/^host: //p')
  cargo +nightly test -Zbuild-std --target "$host" -p hexloop --no-fail-fast --lib --tests
  # shellcheck disable=SC2086 # names without spaces
  cargo +nightly test -Zbuild-std --target "$host" -p hexloop-engine --lib -- $engine_tests
  cargo +nightly test -Zbuild-std --target "$host" -p hexloop-trace --lib -- log:: tail::
}

need_nightly
case ${1-all} in
  miri) miri ;;
  tsan) tsan ;;
  all) miri && tsan ;;
  *) echo 'usage: tests/sanitize.sh [miri|tsan]' >&2; exit 2 ;;
esac
