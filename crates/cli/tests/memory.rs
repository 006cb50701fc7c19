//! Memory that is not there: none left in the process, and an engine that cannot share it.

#![cfg(target_os = "linux")]

mod support;

use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::time::Duration;
use support::{engine, hexloop, run};

const PATIENCE: Duration = Duration::from_secs(60);
const CLEARED: [&str; 4] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG"];

/// As in Node: by SIGABRT, with a message that gives the reason. The memory is allocated and never touched.
#[test]
fn a_program_that_takes_all_memory_ends_with_a_message() {
    if engine::is_skipped("a_program_that_takes_all_memory_ends_with_a_message") {
        return;
    }
    const GIGABYTE: u64 = 1 << 30;
    let mut command = hexloop(&CLEARED);
    command.args(["-e", "const all = []; for (;;) all.push(new ArrayBuffer(1 << 24));"]);
    // SAFETY: setrlimit may be called between fork and exec.
    unsafe {
        command.pre_exec(|| {
            let limit = |most| libc::rlimit { rlim_cur: most, rlim_max: most };
            libc::setrlimit(libc::RLIMIT_CORE, &limit(0));
            let done = libc::setrlimit(libc::RLIMIT_AS, &limit(12 * GIGABYTE)) == 0;
            if done { Ok(()) } else { Err(std::io::Error::last_os_error()) }
        });
    }
    let ended = run(&mut command, PATIENCE).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(ended.status.signal(), Some(libc::SIGABRT), "{}", ended.err);
    assert!(ended.err.contains("FATAL ERROR: the JavaScript engine gave up"), "{}", ended.err);
}

/// An engine that exports less than it declares: memory that is to be shared is never copied instead, what is transferred may be.
#[test]
fn shared_memory_is_refused_where_the_engine_cannot_share_it() {
    let source = "const worker = new (require('worker_threads').Worker)('require(\"worker_threads\").parentPort.once(\"message\", (m) => { throw m.byteLength; })', { eval: true });
        worker.on('error', (length) => console.log(length));
        try { worker.postMessage(new SharedArrayBuffer(8)); } catch (error) { console.log(error.name, error.message); }
        const buffer = new ArrayBuffer(5);
        worker.postMessage(buffer, [buffer]);
        console.log(buffer.byteLength, buffer.detached);";
    let mut command = hexloop(&CLEARED);
    command.env("HEXLOOP_ENGINE", "public").args(["-e", source]);
    let ended = run(&mut command, PATIENCE).unwrap_or_else(|why| panic!("{why}"));
    let refusal = "DataCloneError A SharedArrayBuffer cannot be shared with other threads: this JavaScriptCore does not export what that takes";
    assert_eq!((ended.out.as_str(), ended.err.as_str()), (format!("{refusal}\n0 true\n5\n").as_str(), ""));
}
