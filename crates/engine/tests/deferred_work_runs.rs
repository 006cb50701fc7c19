#![cfg(target_os = "linux")]

mod support;

use hexloop_engine::{Capability, deferred_work_fd, run_deferred_work};
use support::{in_both_modes, install_log, lacks, show, take_log};

/// Waits, as an event loop would, until the engine has posted something.
fn wait_for_work() {
    let fd = deferred_work_fd().expect("a descriptor");
    let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // SAFETY: one open descriptor.
    unsafe { libc::poll(&mut poll, 1, 5000) };
}

#[test]
fn finalization_registries_call_back() {
    if lacks(Capability::MainThread) {
        return;
    }
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        show(cx, "globalThis.registry = new FinalizationRegistry((held) => log(held)); 0");
        show(cx, "(() => { for (let i = 0; i < 50; i++) registry.register({ i }, 'gone') })(); 0");
        entry.drain_jobs();
        cx.collect_garbage();
        run_deferred_work();
        entry.drain_jobs();
        take_log(cx).contains("gone")
    });
    assert!(log);
}

#[test]
fn web_assembly_compiles_in_the_background() {
    if lacks(Capability::MainThread) {
        return;
    }
    let log = in_both_modes(|context, entry| {
        let cx = context.cx();
        install_log(cx);
        let empty_module = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])";
        show(cx, &format!("WebAssembly.compile({empty_module}).then((m) => log(m instanceof WebAssembly.Module)); 0"));
        for _ in 0..100 {
            entry.drain_jobs();
            if show(cx, "lines.length") != "0" {
                break;
            }
            entry.before_wait();
            wait_for_work();
            entry.after_wait();
            run_deferred_work();
        }
        take_log(cx)
    });
    assert_eq!(log, "true");
}

#[test]
fn a_callback_that_throws_does_no_harm() {
    if lacks(Capability::MainThread) {
        return;
    }
    in_both_modes(|context, entry| {
        let cx = context.cx();
        show(cx, "globalThis.r = new FinalizationRegistry(() => { throw new Error('x') }); 0");
        show(cx, "(() => { for (let i = 0; i < 50; i++) r.register({ i }, i) })(); 0");
        entry.drain_jobs();
        cx.collect_garbage();
        run_deferred_work();
        entry.drain_jobs();
        assert_eq!(show(cx, "1 + 1"), "2");
    });
}

#[test]
fn with_nothing_to_do_nothing_is_done() {
    if lacks(Capability::MainThread) {
        return;
    }
    std::thread::spawn(|| assert!(!run_deferred_work() && deferred_work_fd().is_none())).join().unwrap();
}
