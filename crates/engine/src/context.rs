//! VMs, contexts and the borrowed handle that every operation takes.

use crate::buffer::{assert_no_borrowed_bytes, forbid_entry, with_borrows_suspended};
use crate::capabilities::{
    brand_checks, code_cache, error_hooks, gc_signal, host_function, new_string, string_cell, synchronous_gc,
    value_encoding,
};
use crate::deferred_work;
use crate::entry;
use crate::exception::Exception;
use crate::ffi::*;
use crate::function;
use crate::heap;
use crate::options;
use crate::roots;
use crate::string::EngineString;
use crate::terminate;
use crate::value::{Object, Value};
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr;
use std::rc::Rc;

/// One JavaScript VM: a heap, a compiler, a queue of promise jobs. It belongs to the thread that created it; several run in
/// parallel on several threads.
#[derive(Clone)]
pub struct Vm(Rc<OwnedGroup>);

struct OwnedGroup {
    raw: JSContextGroupRef,
    has_watchdog: Cell<bool>,
}

impl Drop for OwnedGroup {
    fn drop(&mut self) {
        if roots::engine_has_ended() {
            return;
        }
        brand_checks::forget(self.raw);
        heap::forget(self.raw);
        code_cache::forget(self.raw);
        error_hooks::forget(self.raw);
        // SAFETY: created by JSContextGroupCreate and released once.
        unsafe { JSContextGroupRelease(self.raw) }
    }
}

impl Vm {
    /// Panics on a thread whose engine has been shut down ([`Vm::end_with_thread`]).
    pub fn new() -> Vm {
        roots::assert_engine_alive();
        deferred_work::prepare_thread();
        configure_process();
        // SAFETY: no preconditions.
        let raw = unsafe { JSContextGroupCreate() };
        terminate::prepare_vm(raw);
        host_function::count_vm();
        new_string::reset_small_strings();
        Vm(Rc::new(OwnedGroup { raw, has_watchdog: Cell::new(false) }))
    }

    pub fn context(&self) -> Context {
        // SAFETY: the group lives; a null class means the default global object.
        let raw = unsafe { JSGlobalContextCreateInGroup(self.group(), ptr::null_mut()) };
        value_encoding::detect(raw);
        string_cell::detect(raw);
        host_function::detect(raw);
        roots::add(raw);
        Context { raw, vm: self.clone() }
    }

    /// Panics after [`Vm::end_with_thread`].
    pub(crate) fn group(&self) -> JSContextGroupRef {
        roots::assert_engine_alive();
        self.0.raw
    }

    /// Drops what native functions captured: the last step for a VM whose thread lives on, or ends before the process does.
    ///
    /// A function that captured a [`crate::Root`] or a context keeps its VM alive, and the VM keeps the function: a reference cycle
    /// that no collector sees. Panics from within a native function, which may not lose its captures while it runs.
    pub fn retire(&self) {
        assert!(entry::no_native_is_running(), "a VM cannot be retired from within a native function");
        function::release_captures(self.group());
    }

    /// Shuts this thread's VM down, even if parts of it are still held: contexts, roots, captures, a watchdog. Dropping those does
    /// nothing from then on; using them panics, as does creating a VM on this thread. Panics from within a native function.
    ///
    /// # Safety
    /// What borrows from a context or a root (a [`Cx`], and every [`Value`], [`Object`] and [`Exception`] created with one) is
    /// neither used nor dropped afterwards: for speed those do not check for the shutdown.
    pub unsafe fn end_with_thread(&self) {
        self.retire();
        terminate::disarm();
        error_hooks::forget(self.group());
        code_cache::forget(self.group());
        let group = self.group();
        roots::release_all();
        forbid_entry();
        deferred_work::fire_timers();
        // SAFETY: the reference of the group's owner, which will not release it any more.
        unsafe { JSContextGroupRelease(group) };
    }

    /// False if the VM has a watchdog already.
    pub(crate) fn attach_watchdog(&self) -> bool {
        !self.0.has_watchdog.replace(true)
    }

    pub(crate) fn detach_watchdog(&self) {
        self.0.has_watchdog.set(false);
    }
}

impl Default for Vm {
    fn default() -> Vm {
        Vm::new()
    }
}

/// Before any use of the engine, even for a string: 2.54 aborts when the main thread is initialized later.
pub(crate) fn configure_process() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        options::set();
        gc_signal::configure();
        deferred_work::initialize_main_thread();
    });
}

/// A global object and everything reachable from it.
pub struct Context {
    raw: JSGlobalContextRef,
    vm: Vm,
}

impl Context {
    pub fn new() -> Context {
        Vm::new().context()
    }

    pub fn vm(&self) -> &Vm {
        &self.vm
    }

    /// The handle that operations take. What they return cannot outlive this borrow.
    #[inline]
    pub fn cx(&self) -> Cx<'_> {
        roots::assert_engine_alive();
        Cx { raw: self.raw, life: PhantomData }
    }
}

impl Default for Context {
    fn default() -> Context {
        Context::new()
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if roots::remove(self.raw) {
            // SAFETY: created by us, released once; roots hold references of their own.
            unsafe { JSGlobalContextRelease(self.raw) }
            function::drop_finalized();
        }
    }
}

/// Source text in the engine's own memory: the caller can free its copy before the script is parsed and run.
pub struct Script(EngineString);

impl Script {
    /// The concatenation of all parts, such as a file and its wrapper.
    pub fn new(parts: &[&str]) -> Script {
        configure_process();
        Script(EngineString::concat(parts))
    }

    pub(crate) fn source(&self) -> &EngineString {
        &self.0
    }

    pub(crate) fn into_source(self) -> EngineString {
        self.0
    }
}

/// A borrowed context. Copy it freely; the lifetime keeps values from outliving their context.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    pub(crate) raw: JSContextRef,
    life: PhantomData<&'a Context>,
}

impl<'a> Cx<'a> {
    /// # Safety
    /// `raw` must be a live context of this thread for all of `'a`.
    #[inline]
    pub(crate) unsafe fn from_raw(raw: JSContextRef) -> Cx<'a> {
        Cx { raw, life: PhantomData }
    }

    pub(crate) fn group(self) -> JSContextGroupRef {
        // SAFETY: the context lives.
        unsafe { JSContextGetGroup(self.raw) }
    }

    pub fn global(self) -> Object<'a> {
        // SAFETY: the global object lives as long as the context.
        Object::new(self, unsafe { JSContextGetGlobalObject(self.raw) })
    }

    /// Runs a script. `line` is the number of its first line (1 for a file).
    pub fn evaluate(self, source: &str, url: &str, line: i32) -> Result<Value<'a>, Exception<'a>> {
        self.run(&Script::new(&[source]), url, line)
    }

    /// The same for source text that the engine holds already.
    pub fn run(self, script: &Script, url: &str, line: i32) -> Result<Value<'a>, Exception<'a>> {
        let url = EngineString::new(url);
        self.attempt(|exception| {
            // SAFETY: live context, owned strings, null `this` means the global object.
            unsafe { JSEvaluateScript(self.raw, script.0.raw(), ptr::null_mut(), url.raw(), line, exception) }
        })
    }

    /// Whether the engine accepts the script, without running it.
    pub fn check_syntax(self, source: &str, url: &str, line: i32) -> Result<(), Exception<'a>> {
        let source = EngineString::new(source);
        let url = EngineString::new(url);
        let mut exception: JSValueRef = ptr::null();
        // SAFETY: as in `evaluate`.
        if unsafe { JSCheckScriptSyntax(self.raw, source.raw(), url.raw(), line, &mut exception) } {
            return Ok(());
        }
        Err(Exception::from_raw(self, exception))
    }

    /// Calls an API function that reports through an exception slot.
    pub(crate) fn attempt(self, call: impl FnOnce(*mut JSValueRef) -> JSValueRef) -> Result<Value<'a>, Exception<'a>> {
        assert_no_borrowed_bytes();
        if !terminate::may_enter(self.raw) {
            return Err(Exception::terminated(self));
        }
        let mut exception: JSValueRef = ptr::null();
        let result = call(&mut exception);
        if !exception.is_null() || result.is_null() {
            return Err(Exception::from_raw(self, exception));
        }
        Ok(Value::from_raw(self, result))
    }

    pub(crate) fn attempt_object(
        self,
        call: impl FnOnce(*mut JSValueRef) -> JSObjectRef,
    ) -> Result<Object<'a>, Exception<'a>> {
        let value = self.attempt(|exception| call(exception).cast_const())?;
        Ok(Object::from_value_unchecked(value))
    }

    /// Collects now. For tests and `gc()`; otherwise the engine decides.
    pub fn collect_garbage(self) {
        self.collect_without_destructors();
        function::drop_finalized();
    }

    /// The same where no destructor of a native function may run: while a script is interrupted.
    pub fn collect_without_destructors(self) {
        // SAFETY: live context.
        unsafe { synchronous_gc::collect(self.raw) }
    }

    /// Runs `body` in a new context of the same VM, which no program has modified.
    pub(crate) fn with_pristine_context<R>(self, body: impl FnOnce(Cx<'_>) -> R) -> R {
        struct Fresh(JSGlobalContextRef);
        impl Drop for Fresh {
            fn drop(&mut self) {
                // SAFETY: created below, released once.
                unsafe { JSGlobalContextRelease(self.0) }
            }
        }
        // Borrowed bytes are the program's, which nothing here can reach.
        with_borrows_suspended(|| {
            // SAFETY: the group lives as long as this context.
            let fresh = Fresh(unsafe { JSGlobalContextCreateInGroup(self.group(), ptr::null_mut()) });
            // SAFETY: alive until the end of this function, longer than anything `body` can create with it.
            body(unsafe { Cx::from_raw(fresh.0) })
        })
    }
}
