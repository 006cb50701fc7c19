//! `host-function`: native functions of the same kind as the engine's built-ins, which JavaScript calls in 6 ns.
//!
//! A function of the C API costs 125 ns a call on 2.50, 180 on 2.52 and 209 on 2.54 before it does anything: the engine drops its lock,
//! copies the arguments, calls, takes the lock again and checks an exception slot. A *host function* is what the engine's own built-in
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
//! * **Engine calls from within a native.** The lock is recursive: each call of the C API increments and decrements a count instead of
//!   taking and releasing it, which also makes them cheaper. Promise jobs are drained when the lock is released at depth 0; in a
//!   callback of the C API that did not happen either (the engine counts the drops), so the order of jobs is the same.
//! * **Nested entry** (`entry.rs`). A nested scope knows the depth at which it took the lock, and at any other depth takes it for the
//!   length of a drain: that is right whether or not the lock is held. The loop itself runs in a function that captures, created through
//!   the C API: there the lock starts out dropped, so that `before_wait` releases it completely. A nested scope that begins within a host
//!   function drops the lock first, for the same reason.
//! * **The collector.** Only the holder of the lock may access the heap; a collection that has to stop the thread waits for it to reach a
//!   safepoint. A native that computes does not allocate either, so nothing is urgent: a collection that has begun ends when the native
//!   returns, as in any engine. A native that *waits* is another matter, see below.
//! * **Other threads.** A thread that needs this VM's lock waits until the native returns. There is only one: the engine's
//!   timer for a full collection when idle fires on the process's main thread for VMs of workers, too. A worker that waits with its
//!   lock held would block the main thread; if it waits *for* the main thread, they deadlock.
//! * **Termination and the watchdog.** JavaScript checks traps, at a loop or a call, natives never do: no difference. `terminate.rs`
//!   refuses calls of natives while a script is being terminated, for both kinds of function, in one place (`function.rs`).
//! * **Bytes that Rust borrows.** `assert_no_borrowed_bytes` forbids JavaScript meanwhile. Other threads could not run it in this VM
//!   before and cannot now.
//! * **Two VMs on one thread.** The lock installs the VM's atom string table in the thread, but only when it is first taken. With the
//!   locks of both VMs held, JavaScript of the first, called from a native of the second, would use the other's table. So on a thread
//!   that has ever created two VMs every host function drops the lock around its body ([`count_vm`]); only tests do that.
//!
//! So natives are of three kinds. **Short leaf functions**, nearly all, are host functions. What **waits or takes long** (child
//! processes, reads and writes of files, pipes and terminals, user names, zlib, password hashing) or **runs scripts** (`vm`, the
//! loaders, the prompt) is defined with [`Cx::unlocked_function`]: always through the C API, where those 125 ns do not matter. A leaf
//! that has to wait in one of its branches wraps the wait in [`Cx::unlocked`].
//!
//! Exceptions are thrown by the engine's own function. A panic never gets here: `function.rs` catches it first. Frames in `error.stack`
//! look like those of the C API (`name@[native code]`), which `tests/native_functions.rs` compares.
//!
//! Functions that capture are `JSNativeStdFunction`s, which own a C++ closure: a pointer to an object with a vtable of three functions (two
//! destructors, the call). Ours is written in Rust. The engine destroys it when it sweeps the function object.
//!
//! Nothing of this is assumed: [`detect`] creates one function of each kind and one of the C API, calls them with the same arguments and
//! compares what they saw: arguments, `this`, global object, whether the lock was held, what was thrown.

mod probe;
#[cfg(test)]
mod tests;

use super::vm_lock::VmLock;
use super::{
    Absent, Capability, Probed, require_x86_64_linux, string_characters, switches, symbol, value_encoding, vm_lock,
};
use crate::context::Cx;
use crate::entry;
use crate::ffi::*;
use crate::string::EngineString;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// What compiled code calls: the global object and the call frame. Returns the value; after a throw the result is ignored.
pub(crate) type Native = unsafe extern "C" fn(JSContextRef, *const CallFrame) -> JSValueRef;

/// A call frame. Only its address is used.
#[repr(C)]
pub(crate) struct CallFrame {
    words: [JSValueRef; FIRST_ARGUMENT],
}

const ARGUMENT_COUNT: usize = 4;
const THIS: usize = 5;
const FIRST_ARGUMENT: usize = 6;

impl CallFrame {
    /// # Safety
    /// The frame of a host function that is running, for as long as it runs.
    #[inline]
    pub(crate) unsafe fn arguments<'a>(frame: *const CallFrame) -> &'a [JSValueRef] {
        // SAFETY: by this function's contract; the count includes `this`. The engine does not modify arguments during the call.
        unsafe {
            let words = frame.cast::<JSValueRef>();
            let count = words.add(ARGUMENT_COUNT).cast::<u32>().read() as usize;
            std::slice::from_raw_parts(words.add(FIRST_ARGUMENT), count.saturating_sub(1))
        }
    }
}

/// A C++ closure with the signature of a [`Native`]: a vtable, then whatever it captured.
#[repr(C)]
pub(crate) struct Closure<T> {
    table: &'static ClosureTable,
    pub(crate) captured: T,
}

/// As the C++ compiler lays out the vtable of a class with a virtual destructor and then one virtual function.
#[repr(C)]
pub(crate) struct ClosureTable {
    /// Both are the same: the engine calls the second, once.
    destructors: [unsafe extern "C" fn(*mut c_void); 2],
    call: unsafe extern "C" fn(*mut c_void, JSContextRef, *const CallFrame) -> JSValueRef,
}

impl ClosureTable {
    pub(crate) const fn new(
        destroy: unsafe extern "C" fn(*mut c_void),
        call: unsafe extern "C" fn(*mut c_void, JSContextRef, *const CallFrame) -> JSValueRef,
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
    /// Called for `new`: throws that the function is not a constructor.
    not_a_constructor: Native,
    throw: unsafe extern "C" fn(*const c_void, JSContextRef, JSValueRef) -> *const c_void,
    drop_locks: unsafe extern "C" fn(*mut DroppedLocks, *const c_void),
    retake_locks: unsafe extern "C" fn(*mut DroppedLocks),
}

/// The C++ object that drops a VM's lock while it exists: how often it was held, then the engine's private members.
#[derive(Default)]
#[repr(C)]
struct DroppedLocks {
    count: u32,
    rest: [usize; 4],
}

/// Visible in stacks, as the C API's functions are; no intrinsic of the compiler.
const PUBLIC: u8 = 0;
const NO_INTRINSIC: u8 = 0;

static FOUND: OnceLock<Probed<HostFunctions>> = OnceLock::new();

/// Compares both kinds of function, the first time. The context is new: no program has modified anything in it.
pub(crate) fn detect(ctx: JSContextRef) {
    FOUND.get_or_init(|| {
        switches::require(Capability::HostFunction)?;
        let functions = HostFunctions::find()?;
        // SAFETY: live context.
        let vm = unsafe { JSContextGetGroup(ctx) }.cast::<c_void>();
        // SAFETY: the VM of a live context.
        let agrees = unsafe { functions.lock.hold(vm, || functions.agree_with_c_api(ctx)) };
        agrees.map(|()| functions).map_err(Absent::Mismatch)
    });
}

pub(super) fn probe() -> Probed<HostFunctions> {
    FOUND.get().copied().unwrap_or(Err(Absent::Mismatch("no context was made")))
}

pub(crate) fn host_functions() -> Option<HostFunctions> {
    probe().ok()
}

impl HostFunctions {
    fn find() -> Probed<HostFunctions> {
        require_x86_64_linux()?;
        value_encoding::is_known().then_some(()).ok_or(Absent::Needs(Capability::ValueEncoding))?;
        string_characters::probe().map_err(|_| Absent::Needs(Capability::StringCharacters))?;
        // SAFETY: the names spell these signatures; a FunctionPtr and a JSValue are one word, a reference is an address.
        unsafe {
            Ok(HostFunctions {
                lock: vm_lock::probe()?,
                create: symbol(c"_ZN3JSC10JSFunction6createERNS_2VMEPNS_14JSGlobalObjectEjRKN3WTF6StringENS5_11FunctionPtrILNS5_6PtrTagE1EFlS4_PNS_9CallFrameEELNS5_18FunctionAttributesE2EEENS_24ImplementationVisibilityENS_9IntrinsicESF_PKNS_6DOMJIT9SignatureE")?,
                create_closure: symbol(c"_ZN3JSC19JSNativeStdFunction6createERNS_2VMEPNS_14JSGlobalObjectEjRKN3WTF6StringEONS5_8FunctionIFlS4_PNS_9CallFrameEEEENS_9IntrinsicENS5_11FunctionPtrILNS5_6PtrTagE1ESC_LNS5_18FunctionAttributesE2EEE")?,
                not_a_constructor: symbol(c"_ZN3JSC29callHostFunctionAsConstructorEPNS_14JSGlobalObjectEPNS_9CallFrameE")?,
                throw: symbol(c"_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE")?,
                drop_locks: symbol(c"_ZN3JSC6JSLock12DropAllLocksC1EPNS_2VME")?,
                retake_locks: symbol(c"_ZN3JSC6JSLock12DropAllLocksD1Ev")?,
            })
        }
    }

    /// A function object that captures nothing.
    ///
    /// # Safety
    /// Live context. The object is on the caller's stack or protected before anything else is allocated.
    pub(crate) unsafe fn make(&self, ctx: JSContextRef, name: &str, native: Native) -> JSObjectRef {
        let name = EngineString::new(name);
        // SAFETY: live context; the name's string lives through the call, which takes references of its own.
        unsafe {
            let vm = JSContextGetGroup(ctx).cast::<c_void>();
            let global = JSContextGetGlobalContext(ctx);
            self.lock.hold(vm, || {
                let (name, none) = (name.as_wtf_string(), ptr::null());
                (self.create)(vm, global, 0, name, native, PUBLIC, NO_INTRINSIC, self.not_a_constructor, none)
            })
        }
    }

    /// A function object with a closure, which it owns from now on.
    ///
    /// # Safety
    /// As for `make`; the table's functions fit the captured type.
    pub(crate) unsafe fn make_closure<T>(
        &self,
        ctx: JSContextRef,
        name: &str,
        table: &'static ClosureTable,
        captured: T,
    ) -> (JSObjectRef, *mut Closure<T>) {
        let name = EngineString::new(name);
        let closure = Box::into_raw(Box::new(Closure { table, captured }));
        // SAFETY: as in `make`; the engine moves the pointer out of the variable.
        unsafe {
            let vm = JSContextGetGroup(ctx).cast::<c_void>();
            let global = JSContextGetGlobalContext(ctx);
            let object = self.lock.hold(vm, || {
                let mut place = closure.cast::<c_void>();
                let name = name.as_wtf_string();
                (self.create_closure)(vm, global, 0, name, &mut place, NO_INTRINSIC, self.not_a_constructor)
            });
            (object, closure)
        }
    }

    /// Throws from within a host function, which returns what this returns.
    ///
    /// # Safety
    /// The caller is a host function of a live context and returns immediately. The value is live.
    #[cold]
    pub(crate) unsafe fn throw(&self, ctx: JSContextRef, thrown: JSValueRef) -> JSValueRef {
        // SAFETY: by this function's contract the lock is held.
        unsafe {
            (self.throw)(JSContextGetGroup(ctx).cast(), ctx, thrown);
            value_encoding::undefined(ctx)
        }
    }
}

/// Drops the lock, if it is held, for as long as this exists. A pointer, so that having none costs a host function nothing.
pub(crate) struct Unlocked(Box<Dropped>);

struct Dropped {
    locks: DroppedLocks,
    retake_locks: unsafe extern "C" fn(*mut DroppedLocks),
}

impl Unlocked {
    /// None without host functions: natives run without the lock then anyway.
    #[cold]
    pub(crate) fn new(ctx: JSContextRef) -> Option<Unlocked> {
        let functions = host_functions()?;
        let mut dropped = Box::new(Dropped { locks: DroppedLocks::default(), retake_locks: functions.retake_locks });
        // SAFETY: the VM of a live context; the object stays in its box. The constructor does nothing if the lock is not held.
        unsafe { (functions.drop_locks)(&mut dropped.locks, JSContextGetGroup(ctx).cast()) };
        UNLOCKED.set(UNLOCKED.get() + 1);
        Some(Unlocked(dropped))
    }
}

impl Drop for Unlocked {
    fn drop(&mut self) {
        UNLOCKED.set(UNLOCKED.get() - 1);
        // SAFETY: constructed by `new`, destroyed once, on the same thread.
        unsafe { (self.0.retake_locks)(&mut self.0.locks) };
    }
}

impl Cx<'_> {
    /// Runs `body` with the VM's lock dropped: for a native that waits. It may still call the engine, and
    /// arguments of the call stay alive. If no native is running, the loop's own lock is not touched
    /// (see [`crate::VmEntry::before_wait`]).
    pub fn unlocked<R>(self, body: impl FnOnce() -> R) -> R {
        let _unlocked = if entry::is_at_loop_depth() { None } else { Unlocked::new(self.raw) };
        body()
    }
}

thread_local! {
    static VMS: Cell<u32> = const { Cell::new(0) };
    static UNLOCKED: Cell<u32> = const { Cell::new(0) };
}

/// Whether an [`Unlocked`] exists on this thread: a native that was called with the lock held may be without it.
#[inline]
pub(crate) fn is_unlocked() -> bool {
    UNLOCKED.get() > 0
}

/// A VM was created on this thread.
pub(crate) fn count_vm() {
    VMS.set(VMS.get().saturating_add(1));
}

/// Whether this thread has created more than one VM.
#[inline]
pub(crate) fn has_several_vms() -> bool {
    VMS.get() > 1
}
