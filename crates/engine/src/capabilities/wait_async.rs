//! `wait-async`: `Atomics.waitAsync`, a waiter in the engine's list that is not a thread but a promise.
//!
//! The engine has the function, but only installs it in VMs of its own programs, not in those of the C API. What it calls is exported:
//!
//! ```text
//!   WaiterListManager::waitAsync(list, global object, VM, address, expected, seconds) ──▶ { async, value }
//! ```
//!
//! It compares and enqueues under the list's lock, beside the threads that wait, so notifications of JavaScript and WebAssembly reach
//! promises and threads in the order in which they were enqueued. [`crate::run_deferred_work`] resolves the promise, also on timeout.
//!
//! Only the `WaiterListManager` singleton is not exported. The code of `getWaiterListSize` gets it by calling one function (x86-64), at
//! two call sites in 2.50; since 2.52 there is one, and the destructor of shared memory, which unregisters its waiters, must call that
//! function, too.

use super::machine_code::{call_target, calls_in, is_same_library};
use super::probe_read::read;
use super::vm_lock::{self, VmLock};
use super::{Absent, Cached, Capability, Probed, require_x86_64_linux, symbol};
use crate::buffer::byte_range;
use crate::context::Cx;
use crate::deferred_work::tracking_timer;
use crate::ffi::*;
use crate::value::Value;
use std::ffi::c_void;

/// How much of `getWaiterListSize` is read: 848 bytes in the version measured.
const CODE_BYTES: usize = 848;

type WaitAsync<T> = unsafe extern "C" fn(*mut c_void, JSContextRef, *const c_void, *const T, T, f64) -> JSValueRef;

pub(super) struct Functions {
    wait_int32: WaitAsync<i32>,
    wait_int64: WaitAsync<i64>,
    waiter_list: unsafe extern "C" fn() -> *mut c_void,
    lock: VmLock,
}

fn functions() -> Option<&'static Functions> {
    probe().ok()
}

pub(super) fn probe() -> Probed<&'static Functions> {
    static FOUND: Cached<Functions> = Cached::new();
    let find_all = || {
        require_x86_64_linux()?;
        // SAFETY: each name is looked up with the signature that its mangled name spells; of the last only the address is used.
        unsafe {
            let size_of_list =
                symbol::<*const c_void>(c"_ZN3JSC17getWaiterListSizeEPNS_14JSGlobalObjectEPNS_9CallFrameE")?;
            let code = read::<[u8; CODE_BYTES]>(size_of_list as usize);
            let list = code.and_then(|code| singleton_in(size_of_list as usize, &code));
            let (list, call_sites) = list.ok_or(Absent::Mismatch("the code of getWaiterListSize"))?;
            if !is_same_library(list, size_of_list as usize) {
                return Err(Absent::Mismatch("the list's function is in another library"));
            }
            if call_sites == 1 {
                let freed = symbol::<*const c_void>(c"_ZN3JSC25SharedArrayBufferContentsD1Ev")? as usize;
                let code = read::<[u8; 64]>(freed).ok_or(Absent::Mismatch("no code"))?;
                if !calls_in(freed, &code).any(|target| target == list) {
                    return Err(Absent::Mismatch("the code of ~SharedArrayBufferContents"));
                }
            }
            Ok(Functions {
                wait_int32: symbol(
                    c"_ZN3JSC17WaiterListManager9waitAsyncEPNS_14JSGlobalObjectERNS_2VMEPiiN3WTF7SecondsE",
                )?,
                wait_int64: symbol(
                    c"_ZN3JSC17WaiterListManager9waitAsyncEPNS_14JSGlobalObjectERNS_2VMEPllN3WTF7SecondsE",
                )?,
                waiter_list: std::mem::transmute::<usize, unsafe extern "C" fn() -> *mut c_void>(list),
                lock: vm_lock::probe()?,
            })
        }
    };
    FOUND.get(Capability::WaitAsync, find_all)
}

/// The function that returns the singleton, and the number of call sites: `call list; mov %rax, %rdi; mov %rbx, %rsi; call size`. If
/// there are two they must agree.
fn singleton_in(start: usize, code: &[u8]) -> Option<(usize, usize)> {
    let places = code.windows(16).enumerate().filter_map(|(at, bytes)| match *bytes {
        [0xe8, a, b, c, d, 0x48, 0x89, 0xc7, 0x48, 0x89, 0xde, 0xe8, e, f, g, h] => {
            Some((call_target(start + at, [a, b, c, d]), call_target(start + at + 11, [e, f, g, h])))
        }
        _ => None,
    });
    let places: Vec<(usize, usize)> = places.collect();
    let first = places.first()?;
    (places.len() <= 2 && places.iter().all(|place| place == first)).then_some((first.0, places.len()))
}

/// The value that a waiter expects.
#[derive(Clone, Copy)]
pub enum Expected {
    Int32(i32),
    Int64(i64),
}

/// Whether this library supports it.
pub fn can_wait_async() -> bool {
    functions().is_some()
}

/// Waits for a notification at an element of an Int32Array or BigInt64Array over shared memory, for `seconds` at most: the result of
/// `Atomics.waitAsync`. None if there is no such element, or no support.
pub fn wait_async<'a>(array: &Value<'a>, index: usize, expected: Expected, seconds: f64) -> Option<Value<'a>> {
    let functions = functions()?;
    let cx: Cx<'a> = array.cx();
    // SAFETY: a live value.
    let kind = unsafe { JSValueGetTypedArrayType(cx.raw, array.raw, std::ptr::null_mut()) };
    let size = match expected {
        Expected::Int32(_) if kind == ARRAY_OF_INT32 => 4,
        Expected::Int64(_) if kind == ARRAY_OF_BIG_INT64 => 8,
        _ => return None,
    };
    let offset = index.checked_mul(size)?;
    let start = byte_range(cx, array.raw).filter(|bytes| offset + size <= bytes.len())?.start;
    let (vm, address) = (cx.group().cast::<c_void>(), start + offset);
    // SAFETY: the VM of a live context, whose lock is held. The element is within its array, which is aligned; shared memory never
    // moves, and the list removes its waiters when it is freed.
    let wait = || unsafe {
        functions.lock.hold(vm, || {
            let list = (functions.waiter_list)();
            let raw = match expected {
                Expected::Int32(value) => {
                    (functions.wait_int32)(list, cx.raw, vm, address as *const i32, value, seconds)
                }
                Expected::Int64(value) => {
                    (functions.wait_int64)(list, cx.raw, vm, address as *const i64, value, seconds)
                }
            };
            Value::from_raw(cx, raw)
        })
    };
    Some(if seconds > 0.0 && seconds.is_finite() { tracking_timer(wait) } else { wait() })
}

#[cfg(test)]
mod tests {
    use super::singleton_in;

    fn call_site(list: i32, size: i32) -> Vec<u8> {
        [&[0xe8], &list.to_le_bytes()[..], &[0x48, 0x89, 0xc7, 0x48, 0x89, 0xde, 0xe8], &size.to_le_bytes()].concat()
    }

    #[test]
    fn the_singleton_is_read_from_calls_that_agree_or_not_at_all() {
        let twice =
            |list: i32, size: i32| [call_site(1000, 2000), vec![0x90; 4], call_site(list - 20, size - 20)].concat();
        assert_eq!(singleton_in(0x5000, &twice(1000, 2000)), Some((0x5000 + 5 + 1000, 2)));
        assert_eq!(singleton_in(0x5000, &twice(1001, 2000)), None);
        assert_eq!(singleton_in(0x5000, &twice(1000, 2001)), None);
        assert_eq!(singleton_in(0x5000, &call_site(1000, 2000)), Some((0x5000 + 5 + 1000, 1)));
        assert_eq!(singleton_in(0x5000, &[0x90; 64]), None);
    }
}
