//! What some versions of JavaScriptCore export and others do not: looked up once, at run time.

use crate::ffi::*;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

/// One field per symbol; `None` where the library lacks it.
pub struct Optional {
    pub set_unhandled_rejection: Option<unsafe extern "C" fn(JSGlobalContextRef, JSObjectRef, *mut JSValueRef)>,
    pub set_eval_enabled: Option<unsafe extern "C" fn(JSGlobalContextRef, bool, JSStringRef)>,
    pub set_time_limit: Option<unsafe extern "C" fn(JSContextGroupRef, f64, Option<ShouldTerminate>, *mut c_void)>,
    pub clear_time_limit: Option<unsafe extern "C" fn(JSContextGroupRef)>,
    pub backtrace: Option<unsafe extern "C" fn(JSContextRef, c_uint) -> JSStringRef>,
    pub memory_statistics: Option<unsafe extern "C" fn(JSContextRef) -> JSObjectRef>,
    pub report_extra_memory: Option<unsafe extern "C" fn(JSContextRef, usize)>,
    pub collect_now: Option<unsafe extern "C" fn(JSContextRef)>,
    pub add_marking_constraint: Option<unsafe extern "C" fn(JSContextGroupRef, MarkingConstraint, *mut c_void)>,
    pub add_heap_finalizer: Option<unsafe extern "C" fn(JSContextGroupRef, HeapFinalizer, *mut c_void)>,
    pub set_option: Option<unsafe extern "C" fn(*const c_char, c_int) -> c_int>,
    pub set_number: Option<unsafe extern "C" fn(*const c_char, c_uint) -> c_int>,
    pub signal_for_gc: Option<unsafe extern "C" fn(c_int) -> bool>,
    pub lock_construct: Option<unsafe extern "C" fn(*mut c_void, *const c_void)>,
    pub lock_destruct: Option<unsafe extern "C" fn(*mut c_void)>,
    pub scope_set_up: Option<unsafe extern "C" fn(*mut c_void)>,
    pub scope_tear_down: Option<unsafe extern "C" fn(*mut c_void)>,
    pub drain_microtasks: Option<unsafe extern "C" fn(*const c_void)>,
    pub initialize_main_thread: Option<unsafe extern "C" fn()>,
}

pub fn optional() -> &'static Optional {
    static TABLE: OnceLock<Optional> = OnceLock::new();
    TABLE.get_or_init(|| {
        // SAFETY: each name is looked up with the signature its source declares; a missing one is None.
        unsafe {
            Optional {
                set_unhandled_rejection: find(c"JSGlobalContextSetUnhandledRejectionCallback"),
                set_eval_enabled: find(c"JSGlobalContextSetEvalEnabled"),
                set_time_limit: find(c"JSContextGroupSetExecutionTimeLimit"),
                clear_time_limit: find(c"JSContextGroupClearExecutionTimeLimit"),
                backtrace: find(c"JSContextCreateBacktrace"),
                memory_statistics: find(c"JSGetMemoryUsageStatistics"),
                report_extra_memory: find(c"JSReportExtraMemoryCost"),
                collect_now: find(c"JSSynchronousGarbageCollectForDebugging"),
                add_marking_constraint: find(c"JSContextGroupAddMarkingConstraint"),
                add_heap_finalizer: find(c"JSContextGroupAddHeapFinalizer"),
                set_option: find(c"jsc_options_set_boolean"),
                set_number: find(c"jsc_options_set_uint"),
                signal_for_gc: find(c"JSConfigureSignalForGC"),
                lock_construct: find(c"_ZN3JSC12JSLockHolderC1ERNS_2VME"),
                lock_destruct: find(c"_ZN3JSC12JSLockHolderD1Ev"),
                scope_set_up: find(c"_ZN3JSC12VMEntryScope9setUpSlowEv"),
                scope_tear_down: find(c"_ZN3JSC12VMEntryScope12tearDownSlowEv"),
                drain_microtasks: find(c"_ZN3JSC2VM15drainMicrotasksEv"),
                initialize_main_thread: find(c"_ZN3WTF20initializeMainThreadEv"),
            }
        }
    })
}

/// # Safety
/// `F` must be the function-pointer type of the symbol called `name`.
pub(crate) unsafe fn find<F: Copy>(name: &CStr) -> Option<F> {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
    // SAFETY: dlsym with a NUL-terminated name; a non-null answer is the address of the symbol.
    unsafe {
        let address = libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr());
        (!address.is_null()).then(|| std::mem::transmute_copy::<*mut c_void, F>(&address))
    }
}
