//! Options of the engine that are set before its first VM exists, by the functions of `jsc/JSCOptions.h`. Other platforms lack them.

use crate::symbols::find;
use std::ffi::{CStr, c_char, c_int, c_uint};

type SetBoolean = unsafe extern "C" fn(*const c_char, c_int) -> c_int;
type SetUnsigned = unsafe extern "C" fn(*const c_char, c_uint) -> c_int;
type GetInteger = unsafe extern "C" fn(*const c_char, *mut c_int) -> c_int;
type SetInteger = unsafe extern "C" fn(*const c_char, c_int) -> c_int;

/// To be called once, before the first VM exists.
pub(crate) fn set() {
    // SAFETY: the signatures that the header declares.
    let (set_boolean, set_unsigned) = unsafe {
        let set_boolean: Option<SetBoolean> = find(c"jsc_options_set_boolean");
        let set_unsigned: Option<SetUnsigned> = find(c"jsc_options_set_uint");
        (set_boolean, set_unsigned)
    };
    if let Some(set) = set_boolean {
        // SAFETY: a NUL-terminated name; called before the first VM exists, as the function requires.
        unsafe { set(c"usePollingTraps".as_ptr(), 1) };
        // V8 has no tail calls: with them, a strict function that returns a call is missing from stacks.
        // SAFETY: as above.
        unsafe { set(c"useTailCalls".as_ptr(), 0) };
        // Hidden otherwise, as browsers hide it from pages that are not cross-origin isolated.
        // SAFETY: as above.
        unsafe { set(c"useSharedArrayBuffer".as_ptr(), 1) };
    }
    if let Some(set) = set_unsigned {
        // How much is allocated before the first collection, and at least between two. The engine's default of 1 MB is for
        // one page among many: the first collection, which starts two threads, came 4,000 ticks into a program. With 4 MB
        // 300,000 timers take a tenth less time, and a program that churns 120 MB (Node: 130); with 8 MB it takes 175.
        // SAFETY: as above.
        unsafe { set(c"smallHeapSize".as_ptr(), 4 << 20) };
    }
    delay_ftl();
}

/// The last compiler tier (FTL) compiles a function after this many executions. The engine's default suits a page on a computer
/// with idle CPUs; on two, the compiler threads compete with a program that runs for seconds. With six times the default `tsc`
/// takes three quarters of the time, and numeric programs of some tenths of a second lose nothing. The environment variable that
/// the engine reads for this option takes precedence.
fn delay_ftl() {
    const OPTION: &CStr = c"thresholdForFTLOptimizeAfterWarmUp";
    /// In 2.50, 2.52 and 2.54. An engine with another default was tuned again, and keeps it.
    const ENGINE_DEFAULT: c_int = 64_000;
    let threshold = match cpu_count() {
        0..=2 => 400_000,
        3..=4 => 200_000,
        _ => return,
    };
    if std::env::var_os("JSC_thresholdForFTLOptimizeAfterWarmUp").is_some() {
        return;
    }
    // SAFETY: the signatures that the header declares.
    let (get, set) = unsafe {
        let get: Option<GetInteger> = find(c"jsc_options_get_int");
        let set: Option<SetInteger> = find(c"jsc_options_set_int");
        (get, set)
    };
    let (Some(get), Some(set)) = (get, set) else { return };
    let mut current = 0;
    // SAFETY: a NUL-terminated name, and a number to write to; called before the first VM exists, as the functions require.
    unsafe {
        if get(OPTION.as_ptr(), &raw mut current) != 0 && current == ENGINE_DEFAULT {
            set(OPTION.as_ptr(), threshold);
        }
    }
}

/// The number of CPUs that this process may run on, by one system call: the standard library also reads control groups, from files.
#[cfg(target_os = "linux")]
fn cpu_count() -> i32 {
    // SAFETY: an all-zero set is valid, and the call writes no more than its size.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        let failed = libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) != 0;
        if failed { 0 } else { libc::CPU_COUNT(&set) }
    }
}

#[cfg(not(target_os = "linux"))]
fn cpu_count() -> i32 {
    std::thread::available_parallelism().map_or(0, |count| i32::try_from(count.get()).unwrap_or(i32::MAX))
}
