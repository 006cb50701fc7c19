//! Work that the engine defers: FinalizationRegistry callbacks, `WebAssembly.compile`, sweeping in idle time.
//!
//! On Linux the engine posts such work to the GLib main context of the thread that created the VM, which nobody iterates here:
//! without this file the callbacks never run. So each thread gets a main context of its own before its first VM is created, and
//! the event loop iterates it when the context's descriptor becomes readable, and every now and then.
//!
//! ```text
//!   engine (any thread) ──post──▶ context ──readable──▶ event loop ──run_deferred_work()──▶ callbacks ──▶ drain
//! ```
//!
//! One of the engine's timers, the one for a full collection when idle, needs the run loop of the process's main thread, which
//! the C API does not initialize. [`initialize_main_thread`] does.
//!
//! GLib is loaded because the engine's library depends on it; its functions are looked up at run time. Where they are missing
//! (macOS has its own run loop) everything here does nothing.

use crate::buffer::assert_no_borrowed_bytes;
use crate::capabilities::main_thread;
use crate::symbols::find;
use crate::terminate;
use std::cell::{OnceCell, RefCell};
use std::ffi::{c_int, c_uint, c_void};
use std::ptr::NonNull;
use std::sync::{Once, OnceLock};

type MainContext = NonNull<c_void>;

struct Glib {
    new: unsafe extern "C" fn() -> *mut c_void,
    unref: unsafe extern "C" fn(*mut c_void),
    push: unsafe extern "C" fn(*mut c_void),
    iterate: unsafe extern "C" fn(*mut c_void, c_int) -> c_int,
    acquire: unsafe extern "C" fn(*mut c_void) -> c_int,
    release: unsafe extern "C" fn(*mut c_void),
    query: unsafe extern "C" fn(*mut c_void, c_int, *mut c_int, *mut PollFd, c_int) -> c_int,
    source_new: unsafe extern "C" fn() -> *mut c_void,
    source_attach: unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_uint,
    source_destroy: unsafe extern "C" fn(*mut c_void),
    source_unref: unsafe extern "C" fn(*mut c_void),
    source_by_id: unsafe extern "C" fn(*mut c_void, c_uint) -> *mut c_void,
    set_priority: unsafe extern "C" fn(*mut c_void, c_int),
    set_ready_time: unsafe extern "C" fn(*mut c_void, i64),
}

#[repr(C)]
#[derive(Clone, Copy)]
struct PollFd {
    fd: c_int,
    events: u16,
    revents: u16,
}

fn glib() -> Option<&'static Glib> {
    static GLIB: OnceLock<Option<Glib>> = OnceLock::new();
    // SAFETY: each name is looked up with the signature that GLib's headers declare.
    let table = GLIB.get_or_init(|| unsafe {
        Some(Glib {
            new: find(c"g_main_context_new")?,
            unref: find(c"g_main_context_unref")?,
            push: find(c"g_main_context_push_thread_default")?,
            iterate: find(c"g_main_context_iteration")?,
            acquire: find(c"g_main_context_acquire")?,
            release: find(c"g_main_context_release")?,
            query: find(c"g_main_context_query")?,
            source_new: find(c"g_idle_source_new")?,
            source_attach: find(c"g_source_attach")?,
            source_destroy: find(c"g_source_destroy")?,
            source_unref: find(c"g_source_unref")?,
            source_by_id: find(c"g_main_context_find_source_by_id")?,
            set_priority: find(c"g_source_set_priority")?,
            set_ready_time: find(c"g_source_set_ready_time")?,
        })
    });
    table.as_ref()
}

/// This thread's reference to its main context; the engine and GLib hold their own.
struct ContextRef(MainContext);

impl Drop for ContextRef {
    fn drop(&mut self) {
        if let Some(glib) = glib() {
            // SAFETY: created by `prepare_thread`, released once.
            unsafe { (glib.unref)(self.0.as_ptr()) };
        }
    }
}

thread_local! {
    static CONTEXT: OnceCell<Option<ContextRef>> = const { OnceCell::new() };
    /// The source IDs of timers that keep themselves alive until they fire, in the order of their creation.
    static TIMERS: RefCell<Vec<c_uint>> = const { RefCell::new(Vec::new()) };
}

/// Must be called before the engine's first function on this thread, which decides once where work is posted.
pub(crate) fn prepare_thread() {
    let _ = CONTEXT.try_with(|context| {
        context.get_or_init(|| {
            let glib = glib()?;
            // SAFETY: a new context, pushed on the thread that created it.
            let context = MainContext::new(unsafe { (glib.new)() })?;
            // SAFETY: as above.
            unsafe { (glib.push)(context.as_ptr()) };
            Some(ContextRef(context))
        });
    });
}

/// Makes the calling thread the engine's main thread, once. This initializes the engine's threading, so what has to be configured
/// before (its signal) must have been. The engine keeps a pointer to that thread's run loop for ever, so it must be a thread that
/// never ends: the process's own, or, if a VM is created on another thread first, one that is parked.
pub(crate) fn initialize_main_thread() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if glib().is_none() || !main_thread::can_initialize() {
            return;
        }
        if is_main_thread() {
            // SAFETY: once in the process, on its main thread.
            return unsafe { main_thread::initialize_this_thread() };
        }
        let (done, ready) = std::sync::mpsc::channel();
        let parked_main_thread = move || {
            // SAFETY: as above; this thread never ends.
            unsafe { main_thread::initialize_this_thread() };
            let _ = done.send(());
            loop {
                std::thread::park();
            }
        };
        // If no thread can be created, nothing else will work either.
        if std::thread::Builder::new()
            .name("engine-main".to_owned())
            .stack_size(1 << 16)
            .spawn(parked_main_thread)
            .is_ok()
        {
            let _ = ready.recv();
        }
    });
}

#[cfg(target_os = "linux")]
fn is_main_thread() -> bool {
    // SAFETY: both have no preconditions.
    unsafe { libc::gettid() == libc::getpid() }
}

/// Only called where GLib is loaded.
#[cfg(not(target_os = "linux"))]
fn is_main_thread() -> bool {
    false
}

/// Whether deferred work can be run. Not without a main thread: one of the engine's timers would crash.
pub fn can_run_deferred_work() -> bool {
    glib().is_some() && main_thread::can_initialize()
}

fn context() -> Option<(&'static Glib, MainContext)> {
    if !main_thread::can_initialize() {
        return None;
    }
    let context = CONTEXT
        .try_with(|context| context.get().and_then(|context| context.as_ref().map(|context| context.0)))
        .ok()??;
    Some((glib()?, context))
}

/// Runs the work deferred on this thread and the timers that are due; true if there was any. Call it from the event loop, and
/// drain the promise jobs afterwards: `WebAssembly.compile` settles its promise here.
pub fn run_deferred_work() -> bool {
    assert_no_borrowed_bytes();
    let Some((glib, context)) = context() else { return false };
    if terminate::is_requested() {
        return false;
    }
    let mut any = false;
    // More may be posted all the time; one turn of the event loop runs some and leaves the rest.
    for _ in 0..64 {
        // SAFETY: a live context of this thread; 0 means not to block.
        if unsafe { (glib.iterate)(context.as_ptr(), 0) } == 0 {
            break;
        }
        any = true;
    }
    terminate::note_termination();
    any
}

/// Runs `body`, which creates one of the engine's timers that keep themselves alive until they fire: its closure holds what holds
/// the timer, which holds the run loop of its thread, with the descriptor. [`fire_timers`] breaks the cycle when the thread ends.
pub(crate) fn tracking_timer<R>(body: impl FnOnce() -> R) -> R {
    let Some((glib, context)) = context() else { return body() };
    let context = context.as_ptr();
    // SAFETY: a source of ours, attached to obtain the latest ID, and destroyed immediately. Sources are only attached on this
    // thread.
    let last = unsafe {
        let source = (glib.source_new)();
        let number = (glib.source_attach)(source, context);
        (glib.source_destroy)(source);
        (glib.source_unref)(source);
        number
    };
    let result = body();
    TIMERS.with_borrow_mut(|timers| {
        // SAFETY: the context lives.
        let is_there = |number: &c_uint| unsafe { !(glib.source_by_id)(context, *number).is_null() };
        if timers.len() == timers.capacity() {
            timers.retain(is_there);
        }
        timers.extend(Some(last + 1).filter(is_there));
    });
    result
}

/// Fires the timers that [`tracking_timer`] recorded and that have not fired yet, and nothing else. The work that they post is
/// not run any more.
pub(crate) fn fire_timers() {
    const HIGHEST_PRIORITY: c_int = -10_000;
    let timers = TIMERS.try_with(RefCell::take).unwrap_or_default();
    let Some((glib, context)) = context() else { return };
    let context = context.as_ptr();
    // SAFETY: the context of this thread, and sources attached to it. An iteration dispatches the highest priority among all
    // that are ready.
    unsafe {
        for number in timers {
            let source = (glib.source_by_id)(context, number);
            if !source.is_null() {
                (glib.set_priority)(source, HIGHEST_PRIORITY);
                (glib.set_ready_time)(source, 0);
                (glib.iterate)(context, 0);
            }
        }
    }
}

/// A descriptor that becomes readable when another thread has posted work for this one. The engine owns it: poll it, do not
/// read or close it. It stays readable until [`run_deferred_work`].
pub fn deferred_work_fd() -> Option<c_int> {
    let (glib, context) = context()?;
    let context = context.as_ptr();
    let mut fds = [PollFd { fd: -1, events: 0, revents: 0 }; 8];
    let mut timeout = 0;
    // SAFETY: the context is acquired around the query, as GLib requires; at most eight entries are written.
    let count = unsafe {
        if (glib.acquire)(context) == 0 {
            return None;
        }
        let count = (glib.query)(context, c_int::MAX, &mut timeout, fds.as_mut_ptr(), fds.len() as c_int);
        (glib.release)(context);
        count
    };
    // A context without sources of its own has one descriptor: that of its wake-up.
    (count >= 1 && fds[0].fd >= 0).then_some(fds[0].fd)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use crate::capabilities::main_thread;
    use crate::context::Context;

    /// Without one, an idle program of some size crashes after a few seconds, in the full collection.
    #[test]
    fn the_engine_knows_a_main_thread() {
        if crate::Capability::MainThread.is_switched_off() {
            return;
        }
        let _context = Context::new();
        assert_eq!(main_thread::is_initialized(), Some(true), "this version has the symbol");
    }
}
