//! Work that the engine puts off: FinalizationRegistry callbacks, `WebAssembly.compile`, sweeping in idle time.
//!
//! On Linux the engine posts such work to the GLib main context of the thread that made the VM, and nobody turns that context
//! here: without this file the callbacks never come. So each thread gets a context of its own before its first VM is made, and
//! the event loop turns it when the context's descriptor becomes readable, or now and then.
//!
//! ```text
//!   engine (any thread) ──post──▶ context ──readable──▶ event loop ──run_deferred_work()──▶ callbacks ──▶ drain
//! ```
//!
//! One of the engine's timers, the one that collects the whole heap of an idle program, asks for the run loop of the process's
//! main thread, which the C API does not name. So [`initialize_main_thread`] does.
//!
//! GLib is there because the engine's library needs it; its functions are looked up at run time. Where they are missing
//! (macOS has a run loop of its own) everything here does nothing.

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

/// This thread's share of its context; the engine and GLib hold theirs.
struct ContextRef(MainContext);

impl Drop for ContextRef {
    fn drop(&mut self) {
        if let Some(glib) = glib() {
            // SAFETY: made by `prepare_thread`, given back once.
            unsafe { (glib.unref)(self.0.as_ptr()) };
        }
    }
}

thread_local! {
    static CONTEXT: OnceCell<Option<ContextRef>> = const { OnceCell::new() };
    /// The numbers of timers that hold themselves until they fire, in the order in which they were made.
    static TIMERS: RefCell<Vec<c_uint>> = const { RefCell::new(Vec::new()) };
}

/// Must come before the engine's first function on this thread: it looks once where to post its work.
pub(crate) fn prepare_thread() {
    let _ = CONTEXT.try_with(|context| {
        context.get_or_init(|| {
            let glib = glib()?;
            // SAFETY: a new context, pushed on the thread that made it.
            let context = MainContext::new(unsafe { (glib.new)() })?;
            // SAFETY: as above.
            unsafe { (glib.push)(context.as_ptr()) };
            Some(ContextRef(context))
        });
    });
}

/// Tells the engine which thread is the main one, once. This starts the engine's threading, so what is to be configured
/// before that (its signal) must have been. It keeps a pointer to that thread's run loop for ever, so it must be a
/// thread that never ends: the process's own, or, where a VM is made on another thread first, one that sleeps.
pub(crate) fn initialize_main_thread() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if glib().is_none() || !main_thread::can_initialize() {
            return;
        }
        if is_main_thread() {
            // SAFETY: once in the process, on the thread that is meant.
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
        // Where no thread can be had nothing else will go well either.
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
    // SAFETY: both only answer.
    unsafe { libc::gettid() == libc::getpid() }
}

/// Only asked where GLib is.
#[cfg(not(target_os = "linux"))]
fn is_main_thread() -> bool {
    false
}

/// Whether work that the engine puts off can be run. Not without a main thread: one of the engine's timers would crash.
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

/// Runs what the engine has put off on this thread and what is due now; true if there was anything. Call it where the event
/// loop stands, and drain the promise jobs afterwards: `WebAssembly.compile` settles its promise here.
pub fn run_deferred_work() -> bool {
    assert_no_borrowed_bytes();
    let Some((glib, context)) = context() else { return false };
    if terminate::is_requested() {
        return false;
    }
    let mut any = false;
    // More may be posted than is ever finished; a turn of the event loop takes some and leaves the rest.
    for _ in 0..64 {
        // SAFETY: a live context of this thread; 0 asks not to wait.
        if unsafe { (glib.iterate)(context.as_ptr(), 0) } == 0 {
            break;
        }
        any = true;
    }
    terminate::note_termination();
    any
}

/// Runs `body`, which makes one of the engine's timers that hold themselves until they fire: its closure holds what holds the timer, which
/// holds the run loop of its thread, with the descriptor. [`fire_timers`] breaks the circle when the thread ends.
pub(crate) fn tracking_timer<R>(body: impl FnOnce() -> R) -> R {
    let Some((glib, context)) = context() else { return body() };
    let context = context.as_ptr();
    // SAFETY: a source of ours, attached to learn which number is the last one, and gone at once. Sources are only attached on this thread.
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

/// Fires the timers that [`tracking_timer`] has noted and that have not fired yet, and nothing else. The work that they
/// post is not run any more.
pub(crate) fn fire_timers() {
    const HIGHEST_PRIORITY: c_int = -10_000;
    let timers = TIMERS.try_with(RefCell::take).unwrap_or_default();
    let Some((glib, context)) = context() else { return };
    let context = context.as_ptr();
    // SAFETY: the context of this thread, and sources that it knows. A turn runs what has the first priority of all that is due.
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

/// A descriptor that becomes readable when another thread has posted work for this one. It belongs to the engine: watch it, do
/// not read or close it. It stays readable until [`run_deferred_work`].
pub fn deferred_work_fd() -> Option<c_int> {
    let (glib, context) = context()?;
    let context = context.as_ptr();
    let mut fds = [PollFd { fd: -1, events: 0, revents: 0 }; 8];
    let mut timeout = 0;
    // SAFETY: the context is acquired around the question, as GLib asks; at most eight answers are written.
    let count = unsafe {
        if (glib.acquire)(context) == 0 {
            return None;
        }
        let count = (glib.query)(context, c_int::MAX, &mut timeout, fds.as_mut_ptr(), fds.len() as c_int);
        (glib.release)(context);
        count
    };
    // A context that nobody added sources to has one descriptor: that of its wake-up.
    (count >= 1 && fds[0].fd >= 0).then_some(fds[0].fd)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use crate::capabilities::main_thread;
    use crate::context::Context;

    /// Without one, an idle program of some size crashes after a few seconds, when the engine collects its whole heap.
    #[test]
    fn the_engine_knows_a_main_thread() {
        if crate::Capability::MainThread.is_switched_off() {
            return;
        }
        let _context = Context::new();
        assert_eq!(main_thread::is_initialized(), Some(true), "this version has the symbol");
    }
}
