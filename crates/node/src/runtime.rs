//! Runs a program from start to exit code.

use crate::clock::AlignedClock;
use crate::code_cache::{self, CacheKind, CachedScript};
use crate::host::{self, Host};
use crate::live::{self, Live};
use crate::milestones::{Milestone, mark};
use crate::observers::Observers;
use crate::options::{AwaitRule, Options, Program};
use crate::watchdog::Heartbeat;
use crate::{
    bindings, builtins, debug_signal, engine_differences, engine_messages, interrupt, out_of_memory, state, trace,
    trace_sigint, worker,
};
use hexloop::{CloseOrder, Loop, RunMode};
use hexloop_engine::{Context, Cx, Exception, Object, Out, SharedNumbers, Throw, Value, Vm, VmEntry, Watchdog};
use std::rc::Rc;
use std::time::Duration;

/// The Node version whose API this implements.
pub const NODE_VERSION: &str = "v26.10.0";

/// The exit code for an error in Hexloop itself (EX_SOFTWARE).
pub const BUG: i32 = 70;

/// While immediates keep the loop busy it polls at most twice a millisecond; libuv polls in every turn.
const MIN_POLL_INTERVAL: Duration = Duration::from_micros(500);

pub struct Runtime {
    host: Rc<Host>,
}

impl Runtime {
    /// Creates an engine and a loop, and runs `body` with them. All JavaScript runs within.
    pub fn enter<R: 'static>(options: Options, body: impl FnOnce(&Runtime) -> R + 'static) -> std::io::Result<R> {
        let heartbeat = options.watchdog.filter(|limit| !limit.is_zero()).and_then(Heartbeat::start);
        let observers = Observers::from_parts(heartbeat, trace::Recorder::prepare(&options));
        let (watched, trace_sigint) = (observers.clone(), options.trace_sigint);
        let watch = move |vm: &Vm| match watched {
            Some(observers) => observers.install_watchdog(vm),
            None => trace_sigint.then(|| trace_sigint::watchdog(vm)).flatten(),
        };
        Runtime::enter_watched(options, observers, watch, body)
    }

    /// The same for a REPL, whose inputs Ctrl+C can interrupt.
    pub fn enter_repl<R: 'static>(options: Options, body: impl FnOnce(&Runtime) -> R + 'static) -> std::io::Result<R> {
        Runtime::enter_watched(options, None, interrupt::watchdog, body)
    }

    /// The watchdog is created first: the engine's clock runs across promise jobs only if it exists before the loop is
    /// entered.
    fn enter_watched<R: 'static>(
        options: Options,
        observers: Option<Rc<Observers>>,
        watch: impl FnOnce(&Vm) -> Option<Watchdog>,
        body: impl FnOnce(&Runtime) -> R + 'static,
    ) -> std::io::Result<R> {
        mark(Milestone::Started);
        out_of_memory::install_handlers();
        let live = Live::from_options(&options);
        let mut builder = node_loop_builder();
        if let Some(live) = &live {
            builder = builder.status(live.status());
        }
        let lp = builder.build()?;
        bindings::child_process::exit::reap_for_workers(lp.proxy());
        if let Some(live) = live {
            live.start(&lp);
        }
        let context = Rc::new(Context::new());
        debug_signal::install_handler(options.disable_sigusr1);
        mark(Milestone::Engine);
        let _watchdog = watch(context.vm());
        let context_handle = context.clone();
        Ok(hexloop_engine::enter_nested(context.cx(), move |vm_entry| {
            let runtime = Runtime::boot(context_handle, lp, options, vm_entry.clone(), observers);
            body(&runtime)
        }))
    }

    /// The life of a worker's thread: `prepare` gets its VM and its loop, `body` runs its program, and `at_end` drops
    /// what else the thread owns. Then the VM is released.
    pub(crate) fn enter_worker(
        options: Options,
        prepare: impl FnOnce(&Vm, &Loop),
        body: impl FnOnce(&Runtime) -> i32 + 'static,
        at_end: impl FnOnce(),
    ) -> std::io::Result<i32> {
        mark(Milestone::Started);
        let lp = node_loop_builder().build()?;
        check_descriptors()?;
        let context = Rc::new(Context::new());
        mark(Milestone::Engine);
        let vm = context.vm().clone();
        prepare(&vm, &lp);
        let context_handle = context.clone();
        let code = hexloop_engine::enter_nested(context.cx(), move |vm_entry| {
            let observers = Observers::from_parts(None, trace::current_recorder());
            let runtime = Runtime::boot(context_handle, lp, options, vm_entry.clone(), observers);
            body(&runtime)
        });
        host::uninstall();
        at_end();
        drop(context);
        // SAFETY: what borrowed from the context was borrowed in the body of `enter_nested`, or in `prepare` and `at_end`,
        // and none of them can keep a borrow; what they can keep (roots, contexts) handles the end of the VM.
        unsafe { vm.end_with_thread() };
        Ok(code)
    }

    fn boot(
        context: Rc<Context>,
        lp: Loop,
        options: Options,
        vm_entry: VmEntry,
        observers: Option<Rc<Observers>>,
    ) -> Runtime {
        let numbers = SharedNumbers::new(context.cx(), state::COUNT).expect("a small array can be made");
        let host = Host::install(context, lp, options, numbers, vm_entry, observers);
        host.guard_waits();
        trace::observe_loop(&host.lp);
        mark(Milestone::Environment);
        if host.options.trace_sigint
            && let Err(error) = trace_sigint::set(true)
        {
            eprintln!("hexloop: --trace-sigint: {error}");
        }
        // A worker may be terminated before it has booted.
        if let Err(exception) = boot_javascript(&host)
            && !exception.is_termination()
        {
            eprintln!("hexloop could not start: {}", exception.stack());
            if !worker::exit_current(BUG) {
                exit_process(BUG);
            }
        }
        mark(Milestone::Booted);
        Runtime { host }
    }

    /// Runs a program until the loop is no longer alive; returns the exit code.
    pub fn run(&self, program: Program) -> i32 {
        let host = &self.host;
        let arguments = match program {
            Program::File(path) => {
                code_cache::open_for_program(&path);
                vec![Out::from("file"), Out::Undefined, Out::from(path.to_string_lossy().into_owned())]
            }
            Program::Text { source, name, print } => {
                vec![Out::from(if print { "print" } else { "eval" }), Out::from(source), Out::from(name)]
            }
        };
        host.call(&host.entries.run_main, arguments);
        host.wait_for_first_timers();
        self.spin_event_loop()
    }

    /// Runs the worker's program until its loop is no longer alive, or until it is terminated.
    ///
    /// The worker's loop time starts before its program, which Node runs within the loop.
    pub(crate) fn run_worker(&self) -> i32 {
        mark(Milestone::LoopStart);
        worker::record_loop_start();
        self.host.call(&self.host.entries.run_main, vec![Out::from("worker")]);
        if !worker::is_terminated() {
            self.host.wait_for_first_timers();
        }
        self.spin_event_loop()
    }

    /// Defines `nativeBinding(name)` as a global. For fuzzing alone: bindings rely on the validation of the built-in
    /// files.
    #[doc(hidden)]
    pub fn expose_bindings(&self) {
        let cx = self.host.cx();
        let _ = cx.global().set("nativeBinding", cx.function("binding", bindings::binding).value());
    }

    /// Runs the loop until nothing is alive, with 'beforeExit' and 'exit'; returns the exit code.
    pub fn spin_event_loop(&self) -> i32 {
        let host = &self.host;
        mark(Milestone::LoopStart);
        worker::record_loop_start();
        loop {
            if worker::is_terminated() {
                return 0;
            }
            if let Err(error) = host.lp.run(RunMode::Default) {
                // The program closed the loop's own descriptor: libuv aborts here.
                eprintln!("hexloop: the event loop cannot poll: {error}");
                return BUG;
            }
            if worker::is_terminated() {
                return 0;
            }
            // As in Node, the engine's deferred work runs first, and may make the loop alive again.
            host.finish_engine_work();
            if host.lp.is_alive() {
                continue;
            }
            host.call(&host.entries.emit_before_exit, Vec::new());
            if !host.lp.is_alive() {
                break;
            }
        }
        if worker::is_terminated() {
            return 0;
        }
        mark(Milestone::LoopExit);
        // Runs the listeners and their promise jobs; the second call returns the final exit code.
        host.call(&host.entries.emit_exit, Vec::new());
        if worker::is_terminated() {
            return 0;
        }
        let cx = host.cx();
        let emit_exit = host.entries.emit_exit.get().and_then(|entry| entry.get(cx).as_object());
        match emit_exit.map(|function| function.call(&[Value::boolean(cx, true)])) {
            Some(Ok(code)) => code.to_number().map_or(0, |code| code as i32),
            Some(Err(exception)) => {
                eprintln!("{}", exception.stack());
                1
            }
            None => 0,
        }
    }
}

/// The engine creates wake-up descriptors (one for its run loop on this thread, one for its watchdog's) and crashes
/// without them. Another thread may still take them between this check and their creation.
fn check_descriptors() -> std::io::Result<()> {
    const USED_BY_ENGINE: usize = 4;
    let opened: Vec<std::fs::File> =
        (0..USED_BY_ENGINE).map(|_| std::fs::File::open("/dev/null")).collect::<std::io::Result<_>>()?;
    drop(opened);
    Ok(())
}

fn boot_javascript(host: &Rc<Host>) -> Result<(), Exception<'_>> {
    host.open();
    let cx = host.cx();
    let boot = builtins::source("boot").unwrap_or_default();
    let Some(boot) = CachedScript::new(&[&boot], CacheKind::BuiltIn).run(cx, "node:boot")?.as_object() else {
        return Ok(());
    };
    let Some(entries) = boot.call(&[boot_object(cx, host)?.into_value()])?.as_object() else { return Ok(()) };
    host.entries.connect_boot(&entries)?;
    if let Some(handler) = entries.get("promiseRejectHandler")?.as_object() {
        cx.on_unhandled_rejection(&handler)?;
    }
    Ok(())
}

/// The argument of `lib/boot.js`.
fn boot_object<'a>(cx: Cx<'a>, host: &Host) -> Result<Object<'a>, Exception<'a>> {
    let object = Object::empty(cx);
    object.set("binding", cx.function("binding", bindings::binding).value())?;
    object.set("compileBuiltin", cx.unlocked_function("compileBuiltin", bindings::compile_builtin).value())?;
    object.set(
        "convertErrors",
        cx.function("convertErrors", |call| {
            let convert = call.value(0).as_object().ok_or_else(|| Throw::type_error("a function is needed"))?;
            Ok(hexloop_engine::convert_errors(call.cx(), &convert).into())
        })
        .value(),
    )?;
    object.set(
        "translateMessages",
        cx.function("translateMessages", |call| {
            let translate = call.value(0).as_object().ok_or_else(|| Throw::type_error("a function is needed"))?;
            Ok(hexloop_engine::translate_messages(call.cx(), &translate, engine_messages::may_be_engines).into())
        })
        .value(),
    )?;
    crate::sources::enable_maps(host.options.modules.enable_source_maps);
    object.set("profile", &Value::string(cx, host.options.profile.name()))?;
    object.set("legacyAwait", &Value::boolean(cx, host.options.await_rule == AwaitRule::Legacy))?;
    object.set("exposeGc", &Value::boolean(cx, host.options.expose_gc))?;
    object.set("why", &Value::boolean(cx, host.options.why))?;
    object.set("trace", &Value::boolean(cx, trace::is_recorded()))?;
    object.set("supportsWaitAsync", &Value::boolean(cx, hexloop_engine::can_wait_async()))?;
    let differences = engine_differences::known().names();
    if !differences.is_empty() {
        object.set("differences", &Value::string(cx, &differences.join(" ")))?;
    }
    if worker::is_worker() {
        object.set("isWorker", &Value::boolean(cx, true))?;
    } else if let Some((channel, mode)) = channel_to_parent() {
        object.set("channel", &Value::number(cx, f64::from(channel)))?;
        object.set("channelMode", &Value::string(cx, &mode))?;
    }
    Ok(object)
}

/// A loop with the rules of libuv and Node that are options in `crates/loop`.
fn node_loop_builder() -> hexloop::Builder {
    Loop::builder()
        .clock(AlignedClock::new())
        .close_order(CloseOrder::NewestFirst)
        .pending_after_poll(true)
        .entry_rule(true)
        .min_poll_interval(MIN_POLL_INTERVAL)
        .pool_size_variable("UV_THREADPOOL_SIZE")
}

/// Descriptor and serialization of the IPC channel, which `fork()` of `node:child_process` passes in the environment.
/// The variables are removed: the children of this process have their own channel, or none.
fn channel_to_parent() -> Option<(i32, String)> {
    const CHANNEL: &str = "NODE_CHANNEL_FD";
    const MODE: &str = "NODE_CHANNEL_SERIALIZATION_MODE";
    let channel = std::env::var(CHANNEL).ok()?;
    let mode = std::env::var(MODE).unwrap_or_default();
    // SAFETY: there are no other threads of ours yet, and the engine's do not read the environment.
    unsafe {
        std::env::remove_var(CHANNEL);
        std::env::remove_var(MODE);
    }
    // An invalid or closed descriptor is ignored.
    let channel = channel.parse().ok()?;
    // SAFETY: fcntl accepts any number.
    (unsafe { libc::fcntl(channel, libc::F_GETFD) } != -1).then_some((channel, mode))
}

/// Exits the process at once. Output is unbuffered, so there is nothing to flush; tearing down the engine would only
/// take time.
pub fn exit_process(code: i32) -> ! {
    let _ = bindings::stdio::restore_terminal();
    crate::watchdog::report_end();
    if code != BUG {
        code_cache::save();
    }
    trace::finish(trace::EndReason::Exit(code));
    live::shut_down(code);
    // SAFETY: _exit does not return and touches no memory of ours.
    unsafe { libc::_exit(code) }
}
