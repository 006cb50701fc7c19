//! `host-function`: native functions of the engine's own kind, which JavaScript calls in 5 ns.
//!
//! A function of the C API costs 125 ns a call on 2.50, 180 on 2.52 and 209 on 2.54 before it does anything: the engine gives up its lock,
//! copies the arguments, calls, takes the lock again and looks at an exception slot. A *host function* is what the engine's own built-in
//! functions are: compiled code calls it with the global object and the call frame, and nothing else happens.
//!
//! ```text
//!   frame, in words   3 callee │ 4 argument count, `this` included (low half) │ 5 this │ 6 … arguments, each as a JSValueRef is
//! ```
//!
//! # What holding the lock means
//!
//! The C API drops the lock around a callback, a host function holds it. What relied on the drop:
//!
//! * **Engine calls from within a native.** The lock is recursive: each call of the C API counts one up and one down instead of taking
//!   and releasing it, which also makes them cheaper. Promise jobs are drained by who releases the lock at depth 0; in a callback of the
//!   C API that was nobody either (the engine counts the drops), so the order of jobs is the same.
//! * **The nested way in** (`way_in.rs`). A nest knows the depth at which it took the lock, and at any other depth takes it for the
//!   length of a drain: that is right whether or not the lock is held. The loop itself runs in a function that captures, made through the
//!   C API: there the lock starts out dropped, so that `before_wait` releases it altogether. A nest that begins within a host
//!   function drops the lock first, for the same reason.
//! * **The collector.** With the lock goes the right to touch the heap; a collection that wants the thread to stop waits for it to reach a
//!   safepoint. A native that computes does not allocate either, so nothing is urgent: a collection that has begun ends when the native
//!   returns, as in any engine. A native that *waits* is another matter, see below.
//! * **Other threads.** Whoever wants this VM's lock waits until the native returns. That is nobody, with one exception: the engine's timer
//!   for an idle collection of the whole heap fires on the process's main thread for VMs of workers, too. A worker that waits with its
//!   lock held would hold the main thread; if it waits *for* the main thread, for ever.
//! * **Termination and the watchdog.** A trap is met by JavaScript, at a loop or a call, never by a native: no difference. `terminate.rs`
//!   refuses calls of natives while a script ends, in both kinds of function, from one place (`function.rs`).
//! * **Bytes that Rust borrows.** `demand_no_borrowed_bytes` forbids JavaScript meanwhile. Other threads could not run it in this VM before
//!   and cannot now.
//! * **Two VMs on one thread.** The lock brings the VM's table of unique strings to the thread, and only when it is first taken. With the
//!   locks of both VMs held, JavaScript of the first, called from a native of the second, would use the other's table. So on a thread that
//!   has ever made two VMs every host function drops the lock around its body ([`note_vm`]); only tests do that.
//!
//! So natives are of three kinds. **Short leaves**, nearly all, are host functions. What **waits or takes long** (child processes, reads and
//! writes of files, pipes and terminals, names of users, zlib, passwords) or **runs scripts** (`vm`, the loaders, the prompt) is defined
//! with [`Cx::unlocked_function`]: always through the C API, as before; those 125 ns are nothing there. A leaf that has to wait in one
//! of its branches wraps the wait in [`Cx::unlocked`].
//!
//! Exceptions are thrown by the engine's own function. A panic never gets here: `function.rs` catches it first. Frames in `error.stack` look
//! like those of the C API (`name@[native code]`), which `tests/host_functions.rs` compares.
//!
//! Functions that capture are `JSNativeStdFunction`s, which own a C++ closure: one pointer to an object with a table of three functions (two
//! destructors, the call). Ours is written in Rust. The engine destroys it when it sweeps the function object.
//!
//! Nothing of this is believed: [`learn`] makes one function of each kind and one of the C API, calls them alike and compares what they saw:
//! arguments, `this`, global object, whether the lock was held, what was thrown.

use super::vm_lock::VmLock;
use super::{
    Absent, Capability, Probed, demand_x86_64_linux, string_characters, switches, symbol, value_encoding, vm_lock,
};
use crate::context::Cx;
use crate::ffi::*;
use crate::string::EngineString;
use crate::way_in;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// What compiled code calls: the global object and the call frame. Returns the value, anything after a throw.
pub(crate) type Native = unsafe extern "C" fn(JSContextRef, *const Frame) -> JSValueRef;

/// A call frame. Only its address means something.
#[repr(C)]
pub(crate) struct Frame {
    words: [JSValueRef; FIRST_ARGUMENT],
}

const ARGUMENT_COUNT: usize = 4;
const THIS: usize = 5;
const FIRST_ARGUMENT: usize = 6;

impl Frame {
    /// # Safety
    /// The frame of a host function that is running, for as long as it runs.
    #[inline]
    pub(crate) unsafe fn arguments<'a>(frame: *const Frame) -> &'a [JSValueRef] {
        // SAFETY: by this function's contract; the count includes `this`. The engine leaves arguments alone during the call.
        unsafe {
            let words = frame.cast::<JSValueRef>();
            let count = words.add(ARGUMENT_COUNT).cast::<u32>().read() as usize;
            std::slice::from_raw_parts(words.add(FIRST_ARGUMENT), count.saturating_sub(1))
        }
    }
}

/// A C++ closure that takes what a [`Native`] takes: a table of functions, then whatever it captured.
#[repr(C)]
pub(crate) struct Closure<T> {
    table: &'static ClosureTable,
    pub(crate) captured: T,
}

/// As the C++ compiler lays out a class with a virtual destructor and then one virtual function.
#[repr(C)]
pub(crate) struct ClosureTable {
    /// Both are the same: the engine calls the second, once.
    destructors: [unsafe extern "C" fn(*mut c_void); 2],
    call: unsafe extern "C" fn(*mut c_void, JSContextRef, *const Frame) -> JSValueRef,
}

impl ClosureTable {
    pub(crate) const fn new(
        destroy: unsafe extern "C" fn(*mut c_void),
        call: unsafe extern "C" fn(*mut c_void, JSContextRef, *const Frame) -> JSValueRef,
    ) -> ClosureTable {
        ClosureTable { destructors: [destroy, destroy], call }
    }
}

type Create = unsafe extern "C" fn(
    vm: *const c_void,
    global: JSContextRef,
    length: u32,
    name: *const c_void,
    call: Native,
    visibility: u8,
    intrinsic: u8,
    construct: Native,
    signature: *const c_void,
) -> JSObjectRef;

type CreateClosure = unsafe extern "C" fn(
    vm: *const c_void,
    global: JSContextRef,
    length: u32,
    name: *const c_void,
    closure: *mut *mut c_void,
    intrinsic: u8,
    construct: Native,
) -> JSObjectRef;

#[derive(Clone, Copy)]
pub(crate) struct HostFunctions {
    lock: VmLock,
    create: Create,
    create_closure: CreateClosure,
    /// For who is called with `new`: throws that it is no constructor.
    no_constructor: Native,
    throw: unsafe extern "C" fn(*const c_void, JSContextRef, JSValueRef) -> *const c_void,
    drop_locks: unsafe extern "C" fn(*mut DroppedLocks, *const c_void),
    take_locks: unsafe extern "C" fn(*mut DroppedLocks),
}

/// The C++ object that drops a VM's lock while it exists: how often it was held, then what is the engine's own.
#[derive(Default)]
#[repr(C)]
struct DroppedLocks {
    count: u32,
    rest: [usize; 4],
}

/// Shown in stacks, as the C API's functions are; and nothing that the compiler knows.
const PUBLIC: u8 = 0;
const NO_INTRINSIC: u8 = 0;

static FOUND: OnceLock<Probed<HostFunctions>> = OnceLock::new();

/// Compares both kinds of function, the first time. The context is new: no program has changed anything in it.
pub(crate) fn learn(ctx: JSContextRef) {
    FOUND.get_or_init(|| {
        switches::demand(Capability::HostFunction)?;
        let functions = HostFunctions::find()?;
        // SAFETY: live context.
        let vm = unsafe { JSContextGetGroup(ctx) }.cast::<c_void>();
        // SAFETY: the VM of a live context.
        let agrees = unsafe { functions.lock.hold(vm, || functions.agree_with_c_api(ctx)) };
        agrees.map(|()| functions).map_err(Absent::Unlike)
    });
}

pub(super) fn probe() -> Probed<HostFunctions> {
    FOUND.get().copied().unwrap_or(Err(Absent::Unlike("no context was made")))
}

pub(crate) fn host_functions() -> Option<HostFunctions> {
    probe().ok()
}

impl HostFunctions {
    fn find() -> Probed<HostFunctions> {
        demand_x86_64_linux()?;
        value_encoding::is_known().then_some(()).ok_or(Absent::Needs(Capability::ValueEncoding))?;
        string_characters::probe().map_err(|_| Absent::Needs(Capability::StringCharacters))?;
        // SAFETY: the names spell these signatures; a FunctionPtr and a JSValue are one word, a reference is an address.
        unsafe {
            Ok(HostFunctions {
                lock: vm_lock::probe()?,
                create: symbol(c"_ZN3JSC10JSFunction6createERNS_2VMEPNS_14JSGlobalObjectEjRKN3WTF6StringENS5_11FunctionPtrILNS5_6PtrTagE1EFlS4_PNS_9CallFrameEELNS5_18FunctionAttributesE2EEENS_24ImplementationVisibilityENS_9IntrinsicESF_PKNS_6DOMJIT9SignatureE")?,
                create_closure: symbol(c"_ZN3JSC19JSNativeStdFunction6createERNS_2VMEPNS_14JSGlobalObjectEjRKN3WTF6StringEONS5_8FunctionIFlS4_PNS_9CallFrameEEEENS_9IntrinsicENS5_11FunctionPtrILNS5_6PtrTagE1ESC_LNS5_18FunctionAttributesE2EEE")?,
                no_constructor: symbol(c"_ZN3JSC29callHostFunctionAsConstructorEPNS_14JSGlobalObjectEPNS_9CallFrameE")?,
                throw: symbol(c"_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE")?,
                drop_locks: symbol(c"_ZN3JSC6JSLock12DropAllLocksC1EPNS_2VME")?,
                take_locks: symbol(c"_ZN3JSC6JSLock12DropAllLocksD1Ev")?,
            })
        }
    }

    /// A function object that captures nothing.
    ///
    /// # Safety
    /// Live context. The object is on the caller's stack or protected before anything else is made.
    pub(crate) unsafe fn make(&self, ctx: JSContextRef, name: &str, native: Native) -> JSObjectRef {
        let name = EngineString::new(name);
        // SAFETY: live context; the name's string lives through the call, which takes references of its own.
        unsafe {
            let vm = JSContextGetGroup(ctx).cast::<c_void>();
            let global = JSContextGetGlobalContext(ctx);
            self.lock.hold(vm, || {
                let (name, none) = (name.as_wtf_string(), ptr::null());
                (self.create)(vm, global, 0, name, native, PUBLIC, NO_INTRINSIC, self.no_constructor, none)
            })
        }
    }

    /// A function object with a closure, which it owns from now on.
    ///
    /// # Safety
    /// As for `make`; the table's functions fit what was captured.
    pub(crate) unsafe fn make_closure<T>(
        &self,
        ctx: JSContextRef,
        name: &str,
        table: &'static ClosureTable,
        captured: T,
    ) -> (JSObjectRef, *mut Closure<T>) {
        let name = EngineString::new(name);
        let closure = Box::into_raw(Box::new(Closure { table, captured }));
        // SAFETY: as in `make`; the engine moves the pointer out of its place.
        unsafe {
            let vm = JSContextGetGroup(ctx).cast::<c_void>();
            let global = JSContextGetGlobalContext(ctx);
            let object = self.lock.hold(vm, || {
                let mut place = closure.cast::<c_void>();
                let name = name.as_wtf_string();
                (self.create_closure)(vm, global, 0, name, &mut place, NO_INTRINSIC, self.no_constructor)
            });
            (object, closure)
        }
    }

    /// Throws from within a host function, which returns what this returns.
    ///
    /// # Safety
    /// The caller is a host function of a live context and returns at once. The value is live.
    #[cold]
    pub(crate) unsafe fn throw(&self, ctx: JSContextRef, thrown: JSValueRef) -> JSValueRef {
        // SAFETY: by this function's contract the lock is held.
        unsafe {
            (self.throw)(JSContextGetGroup(ctx).cast(), ctx, thrown);
            value_encoding::undefined(ctx)
        }
    }
}

/// The lock is dropped, where it is held, for as long as this exists. A pointer, so that having none costs a host function nothing.
pub(crate) struct Unlocked(Box<Dropped>);

struct Dropped {
    locks: DroppedLocks,
    take_locks: unsafe extern "C" fn(*mut DroppedLocks),
}

impl Unlocked {
    /// None without host functions: natives then run without the lock anyway.
    #[cold]
    pub(crate) fn new(ctx: JSContextRef) -> Option<Unlocked> {
        let functions = host_functions()?;
        let mut dropped = Box::new(Dropped { locks: DroppedLocks::default(), take_locks: functions.take_locks });
        // SAFETY: the VM of a live context; the object stays in its box. The constructor does nothing where the lock is not held.
        unsafe { (functions.drop_locks)(&mut dropped.locks, JSContextGetGroup(ctx).cast()) };
        Some(Unlocked(dropped))
    }
}

impl Drop for Unlocked {
    fn drop(&mut self) {
        // SAFETY: constructed by `new`, destroyed once, on the same thread.
        unsafe { (self.0.take_locks)(&mut self.0.locks) };
    }
}

impl Cx<'_> {
    /// Runs `body` with the engine's lock given up: for a native that waits. It may still call the engine, and
    /// arguments of the call stay alive. Where no native is running the loop's own lock is not touched
    /// (see [`crate::Inside::before_wait`]).
    pub fn unlocked<R>(self, body: impl FnOnce() -> R) -> R {
        let _unlocked = if way_in::is_at_the_loop() { None } else { Unlocked::new(self.raw) };
        body()
    }
}

thread_local! {
    static VMS: Cell<u32> = const { Cell::new(0) };
}

/// A VM was made on this thread.
pub(crate) fn note_vm() {
    VMS.set(VMS.get().saturating_add(1));
}

/// Whether this thread has made more than one VM.
#[inline]
pub(crate) fn several_vms() -> bool {
    VMS.get() > 1
}

/// What a function saw when it was called.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Sight {
    global: usize,
    this: usize,
    count: usize,
    arguments: [usize; SAMPLE_ARGUMENTS],
    lock_was_held: bool,
}

const SAMPLE_ARGUMENTS: usize = 8;

thread_local! {
    static SIGHT: Cell<Sight> = const { Cell::new(Sight { global: 0, this: 0, count: 0, arguments: [0; SAMPLE_ARGUMENTS], lock_was_held: false }) };
    static PROBED: Cell<Option<HostFunctions>> = const { Cell::new(None) };
}

/// # Safety
/// Called as a native function is.
unsafe fn see(ctx: JSContextRef, this: JSValueRef, arguments: &[JSValueRef]) {
    let mut sight = Sight { this: this as usize, count: arguments.len(), ..Sight::default() };
    for (place, argument) in sight.arguments.iter_mut().zip(arguments) {
        *place = *argument as usize;
    }
    let mut dropped = DroppedLocks::default();
    if let Some(functions) = PROBED.get() {
        // SAFETY: live context; made and destroyed here.
        unsafe {
            sight.global = JSContextGetGlobalContext(ctx) as usize;
            (functions.drop_locks)(&mut dropped, JSContextGetGroup(ctx).cast());
            (functions.take_locks)(&mut dropped);
        }
    }
    sight.lock_was_held = dropped.count > 0;
    SIGHT.set(sight);
}

/// Returns its third argument; without arguments throws `this`.
unsafe extern "C" fn sample(ctx: JSContextRef, frame: *const Frame) -> JSValueRef {
    // SAFETY: called by the engine as a host function is, or the words would not be what they must be (`agree_with_c_api`).
    unsafe {
        let words = frame.cast::<JSValueRef>();
        let arguments = Frame::arguments(frame);
        see(ctx, *words.add(THIS), &arguments[..arguments.len().min(SAMPLE_ARGUMENTS)]);
        match (arguments.get(2), PROBED.get()) {
            (Some(third), _) => *third,
            (None, Some(functions)) => functions.throw(ctx, *words.add(THIS)),
            (None, None) => ptr::null(),
        }
    }
}

unsafe extern "C" fn sample_closure(captured: *mut c_void, ctx: JSContextRef, frame: *const Frame) -> JSValueRef {
    // SAFETY: as above; the closure is the one made by `agree_with_c_api`.
    unsafe { if (*captured.cast::<Closure<u64>>()).captured != CAPTURED { ptr::null() } else { sample(ctx, frame) } }
}

unsafe extern "C" fn destroy_sample(captured: *mut c_void) {
    // SAFETY: made by `make_closure`, destroyed once.
    drop(unsafe { Box::from_raw(captured.cast::<Closure<u64>>()) });
}

const CAPTURED: u64 = 0x5eed_0fc1_0541;
static SAMPLE_TABLE: ClosureTable = ClosureTable::new(destroy_sample, sample_closure);

unsafe extern "C" fn sample_of_c_api(
    ctx: JSContextRef,
    _function: JSObjectRef,
    this: JSObjectRef,
    count: usize,
    arguments: *const JSValueRef,
    exception: *mut JSValueRef,
) -> JSValueRef {
    // SAFETY: as the C API calls: so many arguments, a slot for the exception.
    unsafe {
        let arguments = if count == 0 { &[] } else { std::slice::from_raw_parts(arguments, count) };
        see(ctx, this.cast_const(), arguments);
        if count == 0 {
            *exception = this.cast_const();
            return ptr::null();
        }
        arguments.get(2).copied().unwrap_or(ptr::null())
    }
}

impl HostFunctions {
    /// Err(what differs).
    ///
    /// # Safety
    /// Live context, whose VM's lock is held.
    unsafe fn agree_with_c_api(&self, ctx: JSContextRef) -> Result<(), &'static str> {
        PROBED.set(Some(*self));
        let text = EngineString::new("a text");
        // SAFETY: live context; all values stay on this frame, which the collector scans.
        unsafe {
            let this = JSObjectMake(ctx, ptr::null_mut(), ptr::null_mut());
            let arguments: [JSValueRef; SAMPLE_ARGUMENTS] = [
                value_encoding::number(ctx, 7.0),
                value_encoding::number(ctx, -0.5),
                JSValueMakeString(ctx, text.raw()),
                JSValueMakeUndefined(ctx),
                JSValueMakeNull(ctx),
                JSValueMakeBoolean(ctx, true),
                JSContextGetGlobalObject(ctx).cast_const(),
                this.cast_const(),
            ];
            let call = |function: JSObjectRef, count: usize| {
                let mut exception: JSValueRef = ptr::null();
                SIGHT.set(Sight::default());
                let result = JSObjectCallAsFunction(ctx, function, this, count, arguments.as_ptr(), &mut exception);
                (result, exception, SIGHT.get())
            };
            // What is thrown is caught by JavaScript: for what reaches the C API the engine walks the native stack, 400,000 instructions.
            let source = EngineString::new("((f, o) => { try { f.call(o) } catch (e) { return e } })");
            let mut exception: JSValueRef = ptr::null();
            let catcher = JSEvaluateScript(ctx, source.raw(), ptr::null_mut(), ptr::null_mut(), 1, &mut exception);
            if catcher.is_null() {
                return Err("a script");
            }
            let thrown_by = |function: JSObjectRef| {
                let (arguments, none) = ([function.cast_const(), this.cast_const()], ptr::null_mut());
                JSObjectCallAsFunction(ctx, catcher.cast_mut(), none, 2, arguments.as_ptr(), ptr::null_mut())
            };
            let reference = JSObjectMakeFunctionWithCallback(ctx, text.raw(), sample_of_c_api);
            let (result, exception, expected) = call(reference, SAMPLE_ARGUMENTS);
            if !exception.is_null() || result != arguments[2] || expected.lock_was_held {
                return Err("a function of the C API");
            }
            let kinds = [self.make(ctx, "sample", sample), self.make_closure(ctx, "sample", &SAMPLE_TABLE, CAPTURED).0];
            for function in kinds {
                let (result, exception, mut seen) = call(function, SAMPLE_ARGUMENTS);
                if !std::mem::take(&mut seen.lock_was_held) {
                    return Err("a host function without the lock");
                }
                if !exception.is_null() || result != arguments[2] || seen != expected {
                    return Err("the frame of a host function");
                }
                if thrown_by(function) != this.cast_const() {
                    return Err("what a host function throws");
                }
                if call(function, SAMPLE_ARGUMENTS).0 != arguments[2] {
                    return Err("a host function after it has thrown");
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::capabilities::synchronous_gc;
    use crate::{Answer, Call, Capability, Context, Cx, Object};
    use std::cell::RefCell;
    use std::ffi::c_void;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;
    use std::time::Duration;

    /// Far more than it takes, so that a lock that is held fails the test instead of hanging it.
    const PATIENCE: Duration = Duration::from_secs(60);

    thread_local! {
        static ENDS: RefCell<Option<(Sender<()>, Receiver<()>)>> = const { RefCell::new(None) };
    }

    /// Tells the other thread that it may collect and waits until it has.
    fn wait_for_collection() -> bool {
        ENDS.with_borrow(|ends| {
            let (started, collected) = ends.as_ref().expect("set by the test");
            started.send(()).is_ok() && collected.recv_timeout(PATIENCE).is_ok()
        })
    }

    /// `script` runs on this thread; meanwhile another one collects in the same VM, for which it needs the lock.
    fn while_another_thread_collects(make: fn(Cx<'_>) -> Object<'_>, script: &str) {
        struct Sent(usize);
        let context = Context::new();
        let cx = context.cx();
        cx.global().set("native", make(cx).value()).unwrap();
        let (started, start) = channel();
        let (done, collected) = channel();
        ENDS.set(Some((started, collected)));
        let ctx = Sent(cx.raw as usize);
        let other = thread::spawn(move || {
            let ctx = ctx;
            if start.recv_timeout(PATIENCE).is_ok() {
                // SAFETY: the context lives until this thread was joined, and the C API takes the lock.
                unsafe { synchronous_gc::collect(ctx.0 as *const _) };
                let _ = done.send(());
            }
        });
        let answer = cx.evaluate(script, "t.js", 1).unwrap().to_text().unwrap();
        other.join().unwrap();
        assert_eq!(answer, "true 1000 kept");
    }

    const HOLDS_VALUES: &str = "(() => { const kept = Array.from({ length: 1000 }, (_, i) => ({ i }));
        const collected = native({ text: 'ke' + 'pt', get self() { return this } }, kept);
        return `${collected[0]} ${kept.length} ${collected[1]}` })()";

    fn answer<'c>(call: &Call<'c>, collected: bool) -> Answer<'c> {
        let text = call.value(0).as_object().expect("an object").get("text")?;
        Ok(Object::array(call.cx(), &[crate::Value::boolean(call.cx(), collected), text])?.into())
    }

    #[test]
    fn a_native_of_the_c_api_that_waits_lets_another_thread_collect() {
        while_another_thread_collects(
            |cx| cx.unlocked_function("native", |call| answer(call, wait_for_collection())),
            HOLDS_VALUES,
        );
    }

    #[test]
    fn a_host_function_that_gives_the_lock_up_lets_another_thread_collect() {
        while_another_thread_collects(
            |cx| cx.function("native", |call| answer(call, call.cx().unlocked(wait_for_collection))),
            HOLDS_VALUES,
        );
    }

    #[test]
    fn so_does_one_that_captures_and_one_below_another() {
        while_another_thread_collects(
            |cx| {
                let captured = String::from("captured");
                cx.function("native", move |call| {
                    assert_eq!(captured, "captured");
                    // A script in between, and a second native, with the lock counted several times.
                    let inner = call.cx().function("inner", |call| Ok(call.cx().unlocked(wait_for_collection).into()));
                    call.cx().global().set("inner", inner.value())?;
                    let collected = call.cx().evaluate("[1].map(() => inner())[0]", "t.js", 1)?.truthy();
                    answer(call, collected)
                })
            },
            HOLDS_VALUES,
        );
    }

    #[test]
    fn the_lock_comes_back_when_the_wait_panics() {
        let context = Context::new();
        let cx = context.cx();
        let native = cx.function("native", |call| call.cx().unlocked(|| panic!("in the wait")));
        cx.global().set("native", native.value()).unwrap();
        let seen = cx.evaluate("(() => { try { native() } catch (e) { return e.message } })()", "t.js", 1).unwrap();
        assert_eq!(seen.to_text().unwrap(), "Hexloop has a bug: in the wait");
        assert_eq!(cx.evaluate("[1, 2].map((n) => ({ n })).length", "t.js", 1).unwrap().to_number().unwrap(), 2.0);
    }

    /// Holds the lock for a second, on purpose: machines on other threads collect meanwhile, and a collection that this VM has begun
    /// goes on afterwards.
    #[test]
    fn a_native_that_holds_the_lock_stops_no_other_machine() {
        let context = Context::new();
        let cx = context.cx();
        let native = cx.function("native", |_| {
            let others: Vec<_> = (0..2)
                .map(|_| {
                    thread::spawn(|| {
                        let context = Context::new();
                        for _ in 0..10 {
                            context
                                .cx()
                                .evaluate("Array.from({ length: 1e4 }, (_, i) => ({ i })).length", "t.js", 1)
                                .unwrap();
                            context.cx().collect_garbage();
                        }
                    })
                })
                .collect();
            thread::sleep(Duration::from_secs(1));
            Ok(others.into_iter().all(|other| other.join().is_ok()).into())
        });
        cx.global().set("native", native.value()).unwrap();
        let source = "(() => { const kept = []; for (let i = 0; i < 3e5; i++) kept.push({ i });
            const done = native(); for (let i = 0; i < 3e5; i++) kept[i].again = { i };
            return `${done} ${kept.every((o, i) => o.i === i && o.again.i === i)}` })()";
        assert_eq!(cx.evaluate(source, "t.js", 1).unwrap().to_text().unwrap(), "true true");
    }

    #[test]
    fn functions_are_of_the_kind_that_was_asked_for() {
        let context = Context::new();
        let cx = context.cx();
        let holds = |make: fn(Cx<'_>) -> Object<'_>| make(cx).call(&[]).unwrap().truthy();
        fn is_locked<'c>(call: &Call<'c>) -> Answer<'c> {
            let Some(functions) = super::host_functions() else { return Ok(false.into()) };
            let mut dropped = super::DroppedLocks::default();
            // SAFETY: live context; made and destroyed here.
            unsafe {
                (functions.drop_locks)(&mut dropped, call.cx().group().cast::<c_void>());
                (functions.take_locks)(&mut dropped);
            }
            Ok((dropped.count > 0).into())
        }
        let has_host = super::host_functions().is_some();
        assert_eq!(has_host, !Capability::HostFunction.is_switched_off() && super::probe().is_ok());
        assert_eq!(holds(|cx| cx.function("native", is_locked)), has_host);
        assert!(!holds(|cx| cx.unlocked_function("native", is_locked)));
        assert!(!holds(|cx| cx.function("native", |call| call.cx().unlocked(|| is_locked(call)))));
    }
}
