//! What Hexloop reports about its own loop: `--why`, `--watchdog`. Node has none of it; what both have, the names of
//! `process.getActiveResourcesInfo()`, is proven in `tests/process`.

mod support;

use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::{hexloop, run};

const TIMEOUT: Duration = Duration::from_secs(60);
const CLEARED: [&str; 4] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG"];

struct Reported {
    /// As shells count: 128 and the number of the signal.
    code: i32,
    out: String,
    err: String,
}

/// Runs a program of its own file, `a.js`, whose folder is taken out of what it prints.
fn reported(name: &str, options: &[&str], program: &str) -> Reported {
    let folder = folder(name);
    std::fs::write(folder.join("a.js"), program).unwrap();
    let ended = run(hexloop(&CLEARED).current_dir(&folder).args(options).arg("a.js"), TIMEOUT).unwrap();
    Reported {
        code: ended.status.code().unwrap_or_else(|| 128 + ended.status.signal().unwrap()),
        out: ended.out,
        err: without_ages(&ended.err.replace(&format!("{}/", folder.display()), "")),
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reports-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.canonicalize().unwrap()
}

/// Each run of spaces is one, and `12 ms old` is `old`.
fn without_ages(text: &str) -> String {
    let line = |line: &str| {
        let mut words: Vec<&str> = Vec::new();
        for word in line.split_whitespace() {
            if word == "old" && words.last().is_some_and(|unit| ["ms", "s"].contains(unit)) {
                words.truncate(words.len() - 2);
            }
            words.push(word);
        }
        words.join(" ") + "\n"
    };
    text.lines().map(line).collect()
}

/// The end by SIGINT, as shells see it.
const INTERRUPTED: i32 = 130;

#[test]
fn why_lists_each_thing_with_the_line_that_made_it() {
    let ended = reported(
        "lines",
        &["--why"],
        "const { port1 } = new MessageChannel();\n\
         port1.onmessage = () => {};\n\
         function beat() { return setInterval(() => {}, 100000); }\n\
         beat(); beat();\n\
         setTimeout(() => {}, 200000).unref();\n\
         require('fs').watch('/', () => {});\n\
         const server = require('http').createServer().listen(0, '127.0.0.1', () => process.kill(process.pid, 'SIGINT'));\n",
    );
    let port = ended.err.split("127.0.0.1:").nth(1).and_then(|rest| rest.split(',').next()).unwrap_or("?").to_owned();
    assert_eq!(
        (ended.code, ended.err.replace(&port, "PORT").as_str()),
        (
            INTERRUPTED,
            "hexloop: 5 things keep this process alive:\n\
             TCPServerWrap listening on 127.0.0.1:PORT, old a.js:7:47\n\
             MessagePort old a.js:1:19\n\
             FSEventWrap /, old a.js:6:15\n\
             2 x Timeout every 100000 ms, old a.js:3:26\n\
             hexloop: 2 more do not (unreferenced):\n\
             Timeout every 30000 ms, old hexloop itself\n\
             Timeout after 200000 ms, old a.js:5:1\n"
        )
    );
}

#[test]
fn a_connection_is_reported_with_the_line_of_its_server_and_work_on_the_pool_with_its_own() {
    let ended = reported(
        "connection",
        &["--why"],
        "const net = require('net');\n\
         const server = net.createServer(() => process.kill(process.pid, 'SIGINT'));\n\
         server.listen(0, '127.0.0.1', () => {\n\
           net.connect(server.address().port, '127.0.0.1');\n\
           require('crypto').pbkdf2('a', 'b', 1e9, 10, 'sha1', () => {});\n\
         });\n",
    );
    assert_eq!(ended.code, INTERRUPTED);
    for line in ["Work old a.js:5:19\n", ", old a.js:4:5\n", ", old a.js:3:8\n"] {
        assert!(ended.err.contains(line), "{line}{}", ended.err);
    }
    let sockets: Vec<&str> = ended.err.lines().filter(|line| line.starts_with("TCPSocketWrap 127.0.0.1:")).collect();
    assert_eq!(sockets.len(), 2, "{}", ended.err);
}

#[test]
fn what_why_lists_is_what_get_active_resources_info_counts() {
    let ended = reported(
        "agrees",
        &["--why"],
        "require('net').createServer().listen(0);\n\
         require('dgram').createSocket('udp4').bind(0);\n\
         require('child_process').spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] }).on('spawn', () => setTimeout(() => {\n\
           setTimeout(() => {}, 100000); setTimeout(() => {}, 200000);\n\
           setTimeout(() => {}, 100000).unref();\n\
           console.log(process.getActiveResourcesInfo().sort().join(' '));\n\
           process.kill(process.pid, 'SIGINT');\n\
         }, 50));\n",
    );
    let holding = ended.err.lines().skip(1).take_while(|line| !line.starts_with("hexloop:"));
    let mut kinds: Vec<&str> = holding.filter_map(|line| line.split(' ').next()).collect();
    // The timer that ran when the program counted.
    kinds.push("Timeout");
    kinds.sort_unstable();
    assert_eq!(kinds.join(" "), ended.out.trim(), "{}", ended.err);
    assert_eq!(kinds, ["PipeWrap", "ProcessWrap", "TCPServerWrap", "Timeout", "Timeout", "Timeout", "UDPWrap"]);
}

#[test]
fn a_worker_is_reported_though_node_has_no_name_for_it() {
    let ended = reported(
        "worker",
        &["--why"],
        "const { Worker } = require('worker_threads');\n\
         const worker = new Worker('setInterval(() => {}, 100000)', { eval: true });\n\
         worker.once('online', () => process.kill(process.pid, 'SIGINT'));\n",
    );
    let list = "hexloop: 1 thing keeps this process alive:\nWorker thread 1, old a.js:2:16\n";
    assert_eq!((ended.code, ended.err.as_str()), (INTERRUPTED, list));
}

#[test]
fn a_second_interrupt_without_a_listener_prints_kinds_without_the_option() {
    let program = "process.once('SIGINT', () => { console.log('closing'); setImmediate(() => process.kill(process.pid, 'SIGINT')); });\n\
                   setInterval(() => {}, 100000);\n\
                   setImmediate(() => process.kill(process.pid, 'SIGINT'));\n";
    let ended = reported("second", &[], program);
    assert_eq!(
        (ended.code, ended.out.as_str(), ended.err.as_str()),
        (
            INTERRUPTED,
            "closing\n",
            "hexloop: 1 thing keeps this process alive:\n\
             Timeout every 100000 ms\n\
             hexloop: run with --why to see which lines made them\n"
        )
    );
}

#[test]
fn the_first_interrupt_without_the_option_ends_the_process_as_it_always_did() {
    let ended = reported("plain", &[], "setInterval(() => {}, 100000); process.kill(process.pid, 'SIGINT');");
    assert_eq!((ended.code, ended.err.as_str()), (INTERRUPTED, ""));
}

#[test]
fn with_why_a_program_that_listens_continues_and_is_reported_from_the_second_interrupt_on() {
    let program = "let count = 0;\n\
                   const beat = setInterval(() => {}, 100000);\n\
                   process.on('SIGINT', () => { if (++count === 2) process.exit(3); else process.kill(process.pid, 'SIGINT'); });\n\
                   process.kill(process.pid, 'SIGINT');\n";
    let ended = reported("listener", &["--why"], program);
    assert_eq!(
        (ended.code, ended.err.as_str()),
        (3, "hexloop: 1 thing keeps this process alive:\nTimeout every 100000 ms, old a.js:2:14\n")
    );
}

#[test]
fn a_callback_that_blocks_the_loop_does_not_outlive_the_interrupt() {
    let ended = reported("held", &["--why"], "process.kill(process.pid, 'SIGINT'); for (;;);");
    assert_eq!(ended.code, INTERRUPTED);
    assert!(ended.err.starts_with("hexloop: a callback holds the loop"), "{}", ended.err);
}

#[test]
fn trace_sigint_prints_where_a_script_is_and_listeners_come_first() {
    if support::engine::is_skipped("trace_sigint_prints_where_a_script_is_and_listeners_come_first") {
        return;
    }
    let spin = "function spin() { for (;;); }\nprocess.kill(process.pid, 'SIGINT');\nspin();\n";
    let ended = reported("traced", &["--trace-sigint"], spin);
    let first: Vec<&str> = ended.err.lines().take(3).collect();
    let header = "KEYBOARD_INTERRUPT: Script execution was interrupted by `SIGINT`";
    assert_eq!((ended.code, first), (INTERRUPTED, vec![header, "at spin (a.js:1)", "at a.js:3"]));
    let idle = "require('util').setTraceSigInt(true); setInterval(() => {}, 1e6); process.kill(process.pid, 'SIGINT');";
    let ended = reported("idle", &[], idle);
    assert_eq!((ended.code, ended.err.trim_end()), (INTERRUPTED, header));
    let off = "require('util').setTraceSigInt(false); setInterval(() => {}, 1e6); process.kill(process.pid, 'SIGINT');";
    let ended = reported("off", &["--trace-sigint"], off);
    assert_eq!((ended.code, ended.err.as_str()), (INTERRUPTED, ""));
    let listens =
        "process.on('SIGINT', () => process.exit(3)); setInterval(() => {}, 1e6); process.kill(process.pid, 'SIGINT');";
    let ended = reported("listens", &["--trace-sigint"], listens);
    assert_eq!((ended.code, ended.err.as_str()), (3, ""));
}

// ---- the watchdog

/// The numbers of seconds taken out: how long anything takes on a busy machine is nobody's promise.
fn without_seconds(text: &str) -> String {
    text.split(' ').map(|word| if word.parse::<f64>().is_ok() { "N" } else { word }).collect::<Vec<_>>().join(" ")
}

/// Long enough for the start of a program on a busy machine. What is asked is that the line is there: a start that took longer
/// has one of its own before it.
const LIMIT: &str = "--watchdog=500";

const SPIN: &str = "function spin(ms) { const end = Date.now() + ms; while (Date.now() < end); }\n";

#[test]
fn the_watchdog_names_the_line_of_a_callback_that_blocks_the_loop_while_it_does() {
    if support::engine::is_skipped("the_watchdog_names_the_line_of_a_callback_that_blocks_the_loop_while_it_does") {
        return;
    }
    let ended = reported(
        "spin",
        &[LIMIT],
        &format!("{SPIN}setTimeout(() => {{\n  spin(3000);\n  require('fs').writeSync(2, 'done\\n');\n}}, 1);\n"),
    );
    let lines =
        "hexloop: a callback has held the loop for N s: spin (a.js:1)\ndone\nhexloop: that took N s in the end\n";
    assert!(ended.code == 0 && without_seconds(&ended.err).ends_with(lines), "{}", ended.err);
}

#[test]
fn the_watchdog_distinguishes_ticks_and_promise_jobs_from_callbacks() {
    if support::engine::is_skipped("the_watchdog_distinguishes_ticks_and_promise_jobs_from_callbacks") {
        return;
    }
    let ticks = "const end = Date.now() + 3000;\n\
                 setImmediate(function tick() {\n  if (Date.now() < end) process.nextTick(tick);\n});\n";
    let ended = reported("ticks", &[LIMIT], ticks);
    let first = "hexloop: process.nextTick callbacks have kept the loop from turning for N s: tick (a.js:";
    assert!(without_seconds(&ended.err).contains(first), "{}", ended.err);

    let jobs = format!(
        "{SPIN}setImmediate(async () => {{\n  const end = Date.now() + 3000;\n  while (Date.now() < end) {{ await null; spin(5); }}\n}});\n"
    );
    let ended = reported("jobs", &[LIMIT], &jobs);
    // Whichever of the two functions it was in at that moment.
    let first = "hexloop: promise jobs have kept the loop from turning for N s: ";
    let reported = without_seconds(&ended.err);
    let place = reported.split(first).nth(1).and_then(|rest| rest.lines().next());
    assert!(matches!(place, Some("spin (a.js:1)" | "a.js:4")), "{}", ended.err);
}

/// Each of these jobs is so short that the engine only ever looks in between two of them.
#[test]
fn the_watchdog_names_the_line_of_an_await_and_of_a_then_that_never_end() {
    if support::engine::is_skipped("the_watchdog_names_the_line_of_an_await_and_of_a_then_that_never_end") {
        return;
    }
    let awaits = "async function spin(end) {\n  while (performance.now() < end)\n    await null;\n}\n\
                  setImmediate(() => spin(performance.now() + 3000));\n";
    let ended = reported("await", &[LIMIT], awaits);
    let first = "hexloop: promise jobs have kept the loop from turning for N s: spin (a.js:";
    assert!(without_seconds(&ended.err).contains(first), "{}", ended.err);

    let thens = "function chain(end) {\n  if (performance.now() < end) Promise.resolve(end).then(chain);\n}\n\
                 setImmediate(() => chain(performance.now() + 3000));\n";
    let ended = reported("then", &[LIMIT], thens);
    let first = "hexloop: promise jobs have kept the loop from turning for N s: chain (a.js:";
    assert!(without_seconds(&ended.err).contains(first), "{}", ended.err);
}

/// Who asks the next await leaves nothing behind: the context of an await is the same before, meanwhile and after.
#[test]
fn contexts_outlive_the_watchdogs_sample_of_an_await() {
    if support::engine::is_skipped("contexts_outlive_the_watchdogs_sample_of_an_await") {
        return;
    }
    let program = "const store = new (require('async_hooks').AsyncLocalStorage)();\n\
                   const end = performance.now() + 2500;\n\
                   async function spin() { while (performance.now() < end) await null; return store.getStore(); }\n\
                   setImmediate(() => store.run(7, () => spin().then((kept) => console.log(kept, store.getStore()))));\n";
    let ended = reported("context", &[LIMIT], program);
    assert!(ended.err.contains("promise jobs have kept the loop"), "{}", ended.err);
    assert_eq!(ended.out, "7 7\n");
}

#[test]
fn a_callback_that_waits_for_the_system_is_reported_without_a_line() {
    let program = "const { execSync } = require('child_process'); setImmediate(() => execSync('sleep 4'));";
    let ended = reported("system", &[LIMIT], program);
    let first = "hexloop: a callback has held the loop for N s, in native code or waiting for the system\n";
    assert!(without_seconds(&ended.err).contains(first), "{}", ended.err);
}

#[test]
fn the_watchdog_is_silent_while_the_loop_sleeps_or_when_it_is_off_or_without_a_terminal() {
    assert_eq!(reported("sleeps", &["--watchdog=2000"], "setTimeout(() => {}, 5000);").err, "");
    assert_eq!(reported("off", &["--watchdog=0"], &format!("{SPIN}spin(1500);")).err, "");
    assert_eq!(reported("pipe", &[], &format!("{SPIN}spin(1500);")).err, "");
    let ended = reported("bad", &["--watchdog=soon"], "");
    let complaint = "hexloop: invalid value for --watchdog: soon, must be a number of milliseconds\n";
    assert_eq!((ended.code, ended.err.as_str()), (9, complaint));
}
