//! Every sick program of `tests/findings` is told its illness and the line to change; its healthy twin is told nothing.
//!
//! A line that ends in `// <- KIND` is what the doctor must name, and why. The programs hold the loop for 300 ms of processor time
//! and more, or hardly at all: what the machine takes away from the loop's thread does not count (`crates/node/src/trace/preemption.rs`).

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use support::{Ended, Layout, Suite, hexloop, run};

const SICK: Suite = Suite {
    folder: "findings",
    only: "HEXLOOP_SICK",
    layout: Layout::Rooms,
    extensions: &["js"],
    at_a_time: 1,
    fewest: 28,
};

const PATIENCE: Duration = Duration::from_secs(90);
const CLEARED: [&str; 5] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG", "UV_THREADPOOL_SIZE"];

/// Programs that never end by themselves are ended soon; the others get the time they need.
const ENDLESS: [&str; 2] = ["leaked-interval/faulty.js", "forgotten-server/faulty.js"];

/// One patient at a time: two would be each other's noise.
static SURGERY: Mutex<()> = Mutex::new(());

fn alone(command: &mut Command) -> Result<Ended, String> {
    let _alone = SURGERY.lock().unwrap_or_else(PoisonError::into_inner);
    run(command, PATIENCE)
}

fn page(name: &str) -> PathBuf {
    let name = format!("doctor-{}-{}.html", name.replace('/', "-"), std::process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn doctor(page: &Path) -> Command {
    let mut command = hexloop(&CLEARED);
    command.arg("doctor").arg(format!("--out={}", page.display()));
    command
}

fn examine(program: &Path) -> Result<(i32, serde_json::Value), String> {
    let name = SICK.name(program);
    let page = page(&name);
    let seconds = if ENDLESS.contains(&name.as_str()) { "2" } else { "60" };
    let ended = alone(doctor(&page).args(["--json", "--seconds", seconds]).arg(program))?;
    let verdict = serde_json::from_str(&ended.out).map_err(|error| format!("  no JSON: {error}\n{}\n", ended.err))?;
    let text = std::fs::read_to_string(&page).map_err(|error| format!("  no page: {error}\n"))?;
    let _ = std::fs::remove_file(&page);
    if !text.contains("<html") {
        return Err("  the page is none\n".to_owned());
    }
    Ok((ended.status.code().unwrap_or(-1), verdict))
}

/// The kind and the line that a program's own comment names.
fn expected(program: &Path) -> Option<(String, u64)> {
    let text = std::fs::read_to_string(program).unwrap();
    let marked =
        text.lines().zip(1..).find_map(|(line, number)| Some((line.split_once("// <- ")?.1.to_owned(), number)));
    assert_eq!(marked.is_some(), program.ends_with("faulty.js"), "{}", program.display());
    marked
}

#[test]
fn the_doctor_names_cause_and_line_and_is_silent_about_the_healthy_twin() {
    SICK.every_program(|program| {
        let (code, verdict) = examine(program)?;
        let findings = verdict["findings"].as_array().cloned().unwrap_or_default();
        let told = || format!("  ended with {code}; findings:\n{}\n", serde_json::to_string_pretty(&findings).unwrap());
        let Some((kind, line)) = expected(program) else {
            return if code == 0 && verdict["healthy"] == true { Ok(()) } else { Err(told()) };
        };
        let is_it = |finding: &serde_json::Value| {
            finding["kind"] == *kind
                && finding["line"] == line
                && finding["severity"] != "low"
                && finding["file"].as_str().is_some_and(|file| Path::new(file) == program)
        };
        if code == 1 && verdict["healthy"] == false && findings.iter().any(is_it) {
            return Ok(());
        }
        Err(format!("  expected {kind} at line {line}\n{}", told()))
    });
}

/// A program of its own folder, named `a.js`.
fn told(name: &str, program: &str, arguments: &[&str]) -> Ended {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("doctor-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.js"), program).unwrap();
    alone(hexloop(&CLEARED).current_dir(&folder).arg("doctor").args(arguments)).unwrap()
}

const BLOCKS: &str = "setTimeout(() => {\n  let rounds = 0;\n  \
                      for (const cpu = () => process.threadCpuUsage().user, end = cpu() + 3e5; cpu() < end; rounds++);\n}, 10);\n";

#[test]
fn the_verdict_has_the_code_around_the_line_and_what_to_do() {
    if support::engine::is_skipped("the_verdict_has_the_code_around_the_line_and_what_to_do") {
        return;
    }
    let ended = told("verdict", BLOCKS, &["a.js"]);
    assert_eq!(ended.status.code(), Some(1), "{}", ended.err);
    for part in ["a.js is not well: ", "blocked · a.js:3:", "> 3 │   for (const cpu", "To do: Do less in one go"] {
        assert!(ended.out.contains(part), "{part}\n{}", ended.out);
    }
    assert!(ended.out.ends_with("The timeline behind this: hexloop-doctor.html\n"), "{}", ended.out);
    assert!(!ended.out.contains('\x1b'));
}

#[test]
fn a_threshold_decides_what_counts() {
    let ended = told("threshold", &BLOCKS.replace("3e5", "1e5"), &["--threshold=high", "a.js"]);
    assert_eq!((ended.status.code(), ended.out.contains("a.js is healthy.")), (Some(0), true), "{}", ended.out);
    let bad = told("level", BLOCKS, &["--threshold=worst", "a.js"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(bad.err.contains("must be one of low, medium, high"), "{}", bad.err);
}

#[test]
fn what_cannot_be_run_is_told_apart_from_what_is_sick() {
    assert_eq!(told("missing", "", &["b.js"]).status.code(), Some(2));
    assert_eq!(told("syntax", "this is no program", &["a.js"]).status.code(), Some(2));
    assert_eq!(told("no-file", "", &[]).status.code(), Some(2));
    let failed = told("throws", "console.log(1); throw new Error('no');", &["a.js"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(failed.out.contains("a.js failed: it ended with code 1."), "{}", failed.out);
}

#[test]
fn arguments_behind_the_file_are_the_programs() {
    let program = "console.log(process.argv.slice(2).join())";
    let ended = told("arguments", program, &["--no-warnings", "a.js", "one", "--width=60", "--two", "--", "--json"]);
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

/// So many lookups at a time, examined; None where this machine's resolver does not look at aliases.
fn told_of_lookups(name: &str, count: &str, arguments: &[&str]) -> Option<(Ended, PathBuf)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lookups-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.js"), LOOKUPS).unwrap();
    let aliases = folder.join("aliases");
    assert!(Command::new("mkfifo").arg(&aliases).status().unwrap().success());
    let mut command = hexloop(&CLEARED);
    command.current_dir(&folder).env("HOSTALIASES", &aliases).args(arguments).args(["a.js", count]);
    let ended = alone(&mut command).unwrap();
    let hangs = ended.out.contains("lookups hang") || ended.err.contains("lookups hang");
    if !hangs {
        eprintln!("skipped: the resolver does not read HOSTALIASES\n{}{}", ended.out, ended.err);
    }
    hangs.then_some((ended, folder))
}

#[test]
fn a_lookup_that_waits_behind_slow_lookups_is_told_so() {
    let Some((sick, _)) = told_of_lookups("sick", "4", &["doctor"]) else { return };
    assert_eq!(sick.status.code(), Some(1), "{}{}", sick.out, sick.err);
    let told: Vec<&str> = sick.out.split_whitespace().collect();
    let told = told.join(" ");
    let why = "Half of the pool's threads at most look up names, 2 at a time here.";
    for part in ["pool-saturation · a.js:7:", "behind slow lookups.", why, "stat is first true"] {
        assert!(told.contains(part), "{part}\n{}", sick.out);
    }
    assert!(!told.contains("for a thread of the pool"), "{}", sick.out);
    let (healthy, _) = told_of_lookups("healthy", "2", &["doctor"]).expect("they hung a moment ago");
    assert_eq!(healthy.status.code(), Some(0), "{}{}", healthy.out, healthy.err);
}

#[test]
fn a_trace_tells_of_slow_lookups_as_well() {
    let Some((sick, folder)) = told_of_lookups("trace", "4", &["trace", "--out=trace.json"]) else { return };
    assert_eq!(sick.status.code(), Some(0), "{}{}", sick.out, sick.err);
    let trace = std::fs::read_to_string(folder.join("trace.json")).unwrap();
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
    let load = |name: &str, path: &str| {
        told(
            name,
            SERVER,
            &["a.js", &port, "--on-port", &port, "--", env!("CARGO_BIN_EXE_hexloop"), "-e", &client, path],
        )
    };
    let sick = load("load-slow", "/slow");
    assert_eq!(sick.status.code(), Some(1), "{}{}", sick.out, sick.err);
    assert!(sick.out.contains("blocked · a.js:4:"), "{}", sick.out);
    // A server in service, and its heartbeat, are not forgotten.
    let healthy = load("load-quick", "/quick");
    assert_eq!(healthy.status.code(), Some(0), "{}{}", healthy.out, healthy.err);
}

#[test]
fn load_that_cannot_be_started_or_a_port_that_is_never_opened_is_told() {
    let port = free_port();
    let ended = told("no-port", "console.log('done')", &["a.js", "--on-port", &port, "--", "true"]);
    assert_eq!(ended.status.code(), Some(2));
    assert!(ended.err.contains(&format!("the program ended before port {port} accepted connections")), "{}", ended.err);
    let ended = told("no-load", SERVER, &["a.js", &port, "--on-port", &port, "--", "/no/such/command"]);
    assert_eq!(ended.status.code(), Some(2));
    assert!(ended.err.contains("the load could not be started: /no/such/command"), "{}", ended.err);
    let ended = told("no-command", SERVER, &["a.js", "--on-port", &port]);
    assert!(ended.err.contains("--on-port needs a command"), "{}", ended.err);
}
