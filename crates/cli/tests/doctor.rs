//! `hexloop doctor`: its output, its exit codes, and the load that it puts on a server. The programs of `tests/findings` are examined
//! by `findings.rs`.

mod support;

use std::process::Command;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use support::skip::skipped;
use support::{Ended, Scratch, hexloop, run};

const PATIENCE: Duration = Duration::from_secs(90);
const CLEARED: [&str; 5] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG", "UV_THREADPOOL_SIZE"];

/// One program at a time: two would disturb each other's measurements.
static ALONE: Mutex<()> = Mutex::new(());

fn alone(command: &mut Command) -> Result<Ended, String> {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    run(command, PATIENCE)
}

/// A program in a folder of its own, named `a.js`.
fn examine(program: &str, arguments: &[&str]) -> Ended {
    let folder = Scratch::new("doctor");
    folder.write("a.js", program);
    alone(hexloop(&CLEARED).current_dir(folder.path()).arg("doctor").args(arguments)).unwrap()
}

const BLOCKS: &str = "setTimeout(() => {\n  let rounds = 0;\n  \
                      for (const cpu = () => process.threadCpuUsage().user, end = cpu() + 3e5; cpu() < end; rounds++);\n}, 10);\n";

#[test]
fn the_verdict_has_the_code_around_the_line_and_what_to_do() {
    if support::engine::is_skipped("the_verdict_has_the_code_around_the_line_and_what_to_do") {
        return;
    }
    let ended = examine(BLOCKS, &["a.js"]);
    assert_eq!(ended.status.code(), Some(1), "{}", ended.err);
    for part in ["a.js has ", "blocked · a.js:3:", "> 3 │   for (const cpu", "To do: Do less in one go"] {
        assert!(ended.out.contains(part), "{part}\n{}", ended.out);
    }
    assert!(ended.out.ends_with("The timeline behind this: hexloop-doctor.html\n"), "{}", ended.out);
    assert!(!ended.out.contains('\x1b'));
}

#[test]
fn a_threshold_decides_what_counts() {
    let ended = examine(&BLOCKS.replace("3e5", "1e5"), &["--threshold=high", "a.js"]);
    assert_eq!((ended.status.code(), ended.out.contains("a.js is healthy.")), (Some(0), true), "{}", ended.out);
    let bad = examine(BLOCKS, &["--threshold=worst", "a.js"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(bad.err.contains("must be one of low, medium, high"), "{}", bad.err);
}

#[test]
fn a_program_that_cannot_run_is_distinguished_from_one_with_findings() {
    assert_eq!(examine("", &["b.js"]).status.code(), Some(2));
    assert_eq!(examine("this is no program", &["a.js"]).status.code(), Some(2));
    assert_eq!(examine("", &[]).status.code(), Some(2));
    let failed = examine("console.log(1); throw new Error('no');", &["a.js"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(failed.out.contains("a.js failed: it ended with code 1."), "{}", failed.out);
}

#[test]
fn arguments_behind_the_file_are_the_programs() {
    let program = "console.log(process.argv.slice(2).join())";
    let ended = examine(program, &["--no-warnings", "a.js", "one", "--width=60", "--two", "--", "--json"]);
    assert!(ended.out.starts_with("one,--two,--json\n"), "{}{}", ended.out, ended.err);
}

/// Lookups that hang in the system's resolver for 300 ms: it reads the file of aliases, and that is a FIFO which nobody has opened to
/// write. No alias is a name that DNS could be asked for, so no network is needed.
const LOOKUPS: &str = "const dns = require('dns');
const fs = require('fs');
const names = ['alpha', 'beta', 'gamma', 'delta'];
let answered = 0;
setTimeout(() => {
  for (const name of names.slice(0, process.argv[2])) {
    dns.lookup(name, () => (answered += 1));
  }
  fs.stat(__filename, () => console.log('stat is first', answered === 0));
  setTimeout(release, 300);
}, 20);
function release() {
  console.log(answered === 0 ? 'lookups hang' : 'nothing hangs');
  const aliases = process.env.HOSTALIASES;
  const lines = names.map((name) => `${name} a..b\\n`).join('');
  const fifo = fs.openSync(aliases, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
  fs.writeFileSync(`${aliases}.file`, lines);
  fs.renameSync(`${aliases}.file`, aliases);
  fs.writeSync(fifo, lines.padEnd(4096, '\\n').repeat(8));
  fs.closeSync(fifo);
}
";

/// So many lookups at a time, examined. None where this machine's resolver does not read aliases: then the test is reported as skipped.
#[track_caller]
fn examine_lookups(count: &str, arguments: &[&str]) -> Option<(Ended, Scratch)> {
    let folder = Scratch::new("lookups");
    folder.write("a.js", LOOKUPS);
    let aliases = folder.path().join("aliases");
    assert!(Command::new("mkfifo").arg(&aliases).status().unwrap().success());
    let mut command = hexloop(&CLEARED);
    command.current_dir(folder.path()).env("HOSTALIASES", &aliases).args(arguments).args(["a.js", count]);
    let ended = alone(&mut command).unwrap();
    let hangs = ended.out.contains("lookups hang") || ended.err.contains("lookups hang");
    if !hangs {
        skipped("the resolver does not read HOSTALIASES");
    }
    hangs.then_some((ended, folder))
}

#[test]
fn a_lookup_that_waits_behind_slow_lookups_is_a_finding() {
    let Some((faulty, _)) = examine_lookups("4", &["doctor"]) else { return };
    assert_eq!(faulty.status.code(), Some(1), "{}{}", faulty.out, faulty.err);
    let words: Vec<&str> = faulty.out.split_whitespace().collect();
    let text = words.join(" ");
    let why = "Half of the pool's threads at most look up names, 2 at a time here.";
    for part in ["pool-saturation · a.js:7:", "behind slow lookups.", why, "stat is first true"] {
        assert!(text.contains(part), "{part}\n{}", faulty.out);
    }
    assert!(!text.contains("for a thread of the pool"), "{}", faulty.out);
    let (fixed, _) = examine_lookups("2", &["doctor"]).expect("they hung a moment ago");
    assert_eq!(fixed.status.code(), Some(0), "{}{}", fixed.out, fixed.err);
}

#[test]
fn a_trace_has_slow_lookups_as_well() {
    let Some((faulty, folder)) = examine_lookups("4", &["trace", "--out=trace.json"]) else { return };
    assert_eq!(faulty.status.code(), Some(0), "{}{}", faulty.out, faulty.err);
    let trace = std::fs::read_to_string(folder.path().join("trace.json")).unwrap();
    assert!(trace.contains("behind slow lookups"), "no such finding");
}

/// A port that is free now, and that the system gives to nobody who asks for any port.
fn free_port() -> String {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + (std::process::id() % 10_000) as u16;
    let mut ports = (0..1000).map(|_| first + NEXT.fetch_add(1, Ordering::Relaxed));
    ports.find(|port| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap().to_string()
}

const SERVER: &str = "const { pbkdf2Sync } = require('crypto');\n\
    require('http').createServer((request, response) => {\n\
      const isSlow = request.url === '/slow';\n\
      for (const cpu = () => process.threadCpuUsage().user, end = cpu() + 3e5; isSlow && cpu() < end;);\n\
      response.end('hello');\n\
    }).listen(process.argv[2], '127.0.0.1');\n\
    setInterval(() => {}, 1000);\n";

#[test]
fn a_server_is_put_under_load_and_then_ended() {
    if support::engine::is_skipped("a_server_is_put_under_load_and_then_ended") {
        return;
    }
    let port = free_port();
    let client = format!(
        "const http = require('http');\nhttp.get('http://127.0.0.1:{port}' + process.argv[1], (r) => r.resume());"
    );
    let load = |path: &str| {
        let command = ["--", env!("CARGO_BIN_EXE_hexloop"), "-e", &client, path];
        examine(SERVER, &[["a.js", &port, "--on-port", &port].as_slice(), &command].concat())
    };
    let faulty = load("/slow");
    assert_eq!(faulty.status.code(), Some(1), "{}{}", faulty.out, faulty.err);
    assert!(faulty.out.contains("blocked · a.js:4:"), "{}", faulty.out);
    // A server in service, and its heartbeat, are not forgotten.
    let fixed = load("/quick");
    assert_eq!(fixed.status.code(), Some(0), "{}{}", fixed.out, fixed.err);
}

#[test]
fn load_that_cannot_be_started_or_a_port_that_is_never_opened_is_reported() {
    let port = free_port();
    let ended = examine("console.log('done')", &["a.js", "--on-port", &port, "--", "true"]);
    assert_eq!(ended.status.code(), Some(2));
    assert!(ended.err.contains(&format!("the program ended before port {port} accepted connections")), "{}", ended.err);
    let ended = examine(SERVER, &["a.js", &port, "--on-port", &port, "--", "/no/such/command"]);
    assert_eq!(ended.status.code(), Some(2));
    assert!(ended.err.contains("the load could not be started: /no/such/command"), "{}", ended.err);
    let ended = examine(SERVER, &["a.js", "--on-port", &port]);
    assert!(ended.err.contains("--on-port needs a command"), "{}", ended.err);
}
