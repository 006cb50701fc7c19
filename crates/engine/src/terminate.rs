//! Ending a running script from another thread.
//!
//! The engine can call back after a given CPU time; answering "yes" ends the script with an error that JavaScript cannot
//! catch. So the watchdog looks at a flag every few milliseconds of CPU time, and the flag can be raised from anywhere.
//! Set it up before the nested loop is entered (see [`crate::way_in`]): only then does the clock run across promise jobs.

use crate::context::{Cx, Vm};
use crate::ffi::*;
use crate::optional::optional;
use std::ffi::c_void;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much CPU time may pass before a raised flag is seen.
const LOOK_EVERY_SECONDS: f64 = 0.010;

/// Raises the flag; clone it into other threads.
#[derive(Clone, Debug)]
pub struct Terminator(Arc<AtomicBool>);

impl Terminator {
    pub fn terminate(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Lets scripts run again after one was ended.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Called on the JavaScript thread while a script runs long; true ends it.
pub type Inspect = Rc<dyn Fn(Cx<'_>) -> bool>;

struct Watch {
    flag: Arc<AtomicBool>,
    inspect: Option<Inspect>,
    group: JSContextGroupRef,
}

/// Watches the scripts of one VM for as long as it lives.
pub struct Watchdog {
    watch: *mut Watch,
    vm: Vm,
}

impl Watchdog {
    /// None where the engine has no execution time limit.
    pub fn new(vm: &Vm, inspect: Option<Inspect>) -> Option<Watchdog> {
        let set = optional().set_time_limit?;
        optional().clear_time_limit?;
        let watch = Watch { flag: Arc::new(AtomicBool::new(false)), inspect, group: vm.group() };
        let watch = Box::into_raw(Box::new(watch));
        // SAFETY: the group lives as long as `vm`, which we keep; `watch` until Drop clears the limit.
        unsafe { set(vm.group(), LOOK_EVERY_SECONDS, Some(look), watch.cast::<c_void>()) };
        Some(Watchdog { watch, vm: vm.clone() })
    }

    pub fn terminator(&self) -> Terminator {
        // SAFETY: `watch` lives until Drop.
        Terminator(unsafe { (*self.watch).flag.clone() })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        if let Some(clear) = optional().clear_time_limit {
            // SAFETY: after this the engine no longer calls `look` with our pointer.
            unsafe {
                clear(self.vm.group());
                drop(Box::from_raw(self.watch));
            }
        }
    }
}

unsafe extern "C" fn look(ctx: JSContextRef, data: *mut c_void) -> bool {
    // SAFETY: `data` is the Watch of a Watchdog that lives; the engine calls on the JavaScript thread.
    let watch = unsafe { &*data.cast::<Watch>() };
    let end = watch.flag.load(Ordering::Acquire)
        || watch.inspect.as_ref().is_some_and(|inspect| {
            // SAFETY: the engine passes a live context. A panic must not cross into C.
            let cx = unsafe { Cx::from_raw(ctx) };
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| inspect(cx))).unwrap_or(false)
        });
    if !end && let Some(set) = optional().set_time_limit {
        // The limit fires once and is set again from within to go on.
        // SAFETY: as in Watchdog::new.
        unsafe { set(watch.group, LOOK_EVERY_SECONDS, Some(look), data) };
    }
    end
}
