//! The loop shown while it runs: `--inspect-loop` with its server, and OpenTelemetry. Programs are real ones; clients and
//! collectors are a few lines over a socket, so that every byte of a request is the test's own.

mod support;

use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStderr, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use support::{hexloop, run, wait};

const PATIENCE: Duration = Duration::from_secs(60);
const CLEARED: [&str; 6] = [
    "FORCE_COLOR",
    "NO_COLOR",
    "NODE_OPTIONS",
    "NODE_DEBUG",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
];

/// A program that runs with `--inspect-loop=0`, and where it is shown.
struct Shown {
    child: Child,
    stderr: BufReader<ChildStderr>,
    port: u16,
    token: String,
}

impl Shown {
    fn start(program: &str) -> Shown {
        Shown::start_with(&[], program)
    }

    fn start_with(options: &[&str], program: &str) -> Shown {
        let mut child = hexloop(&CLEARED)
            .arg("--inspect-loop=0")
            .args(options)
            .args(["-e", program])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        stderr.read_line(&mut line).unwrap();
        let (_, url) = line.split_once("http://127.0.0.1:").unwrap_or_else(|| panic!("no address in {line:?}"));
        let (port, rest) = url.split_once('/').unwrap();
        let (_, token) = rest.trim().split_once("token=").unwrap();
        Shown { port: port.parse().unwrap(), token: token.to_owned(), child, stderr }
    }

    /// Waits until the program says so on standard output.
    fn until_it_prints(&mut self, line: &str) {
        let mut out = BufReader::new(self.child.stdout.as_mut().unwrap());
        let mut printed = String::new();
        out.read_line(&mut printed).unwrap();
        assert_eq!(printed.trim_end(), line);
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a head as it is, and gives status and body of the answer.
    fn send(&self, head: &str) -> (u16, String) {
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn get(&self, target: &str) -> (u16, String) {
        self.send(&format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port))
    }

    fn metrics(&self) -> String {
        let (status, text) = self.get(&format!("/metrics?token={}", self.token));
        assert_eq!(status, 200, "{text}");
        text
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The value of a sample, by everything that stands before it.
fn value(metrics: &str, sample: &str) -> Option<f64> {
    metrics.lines().find_map(|line| line.strip_prefix(sample)?.strip_prefix(' ')?.parse().ok())
}

const WAITS: &str = "require('net').createServer().listen(0, () => console.log('ready'));";

#[test]
fn metrics_are_written_as_prometheus_reads_them() {
    let mut shown = Shown::start(WAITS);
    shown.until_it_prints("ready");
    let text = shown.metrics();
    assert!(text.ends_with('\n'));
    let mut kinds: HashMap<String, String> = HashMap::new();
    let mut helped = HashSet::new();
    let mut samples = HashSet::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').unwrap();
            assert!(!help.is_empty() && helped.insert(name.to_owned()), "{line}");
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').unwrap();
            assert!(helped.contains(name), "{line} without its HELP before it");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(kinds.insert(name.to_owned(), kind.to_owned()).is_none(), "{line} a second time");
        } else {
            let (sample, number) = line.rsplit_once(' ').unwrap();
            assert!(number.parse::<f64>().is_ok_and(|number| number >= 0.0), "{line}");
            assert!(samples.insert(sample.to_owned()), "{line} a second time");
            let name = sample.split('{').next().unwrap();
            let family = name.strip_suffix("_sum").or(name.strip_suffix("_count")).unwrap_or(name);
            let is_known = kinds.contains_key(name) || kinds.get(family).is_some_and(|kind| kind == "summary");
            assert!(is_known, "{line} without its TYPE before it");
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{line}");
        }
    }
    for name in [
        "hexloop_loop_delay_seconds_count",
        "hexloop_loop_utilization_ratio",
        "hexloop_loop_phase_seconds_total{phase=\"poll\"}",
        "hexloop_loop_turns_total",
        "hexloop_loop_events_total",
        "hexloop_pool_queue_length",
        "hexloop_pool_threads{state=\"busy\"}",
        "hexloop_active_handles{kind=\"TCPServerWrap\"}",
        "hexloop_heap_total_bytes",
        "process_resident_memory_bytes",
        "hexloop_uptime_seconds",
    ] {
        assert!(samples.contains(name), "{name} is missing in\n{text}");
    }
    assert_eq!(value(&text, "hexloop_active_handles{kind=\"TCPServerWrap\"}"), Some(1.0));
}

#[test]
fn a_blocked_loop_still_answers_and_reports_for_how_long() {
    let program = "process.stdin.once('data', () => { require('fs').writeSync(1, 'held\\n'); for (;;); });";
    let mut shown = Shown::start(program);
    // A request while it sleeps returns what only the loop's thread knows.
    while value(&shown.metrics(), "hexloop_heap_total_bytes").is_none() {}
    shown.child.stdin.as_mut().unwrap().write_all(b"go\n").unwrap();
    shown.until_it_prints("held");
    let mut held = 0.0;
    while held < 0.3 {
        let text = shown.metrics();
        let now = value(&text, "hexloop_loop_held_seconds").unwrap();
        assert!(now >= held, "{now} after {held}");
        held = now;
        assert!(value(&text, "hexloop_heap_total_bytes").is_some(), "the last answer is given again\n{text}");
    }
    let text = shown.metrics();
    assert!(value(&text, "hexloop_loop_answer_age_seconds").unwrap() > 0.0);
    let poll = value(&text, "hexloop_loop_phase_seconds_total{phase=\"poll\"}").unwrap();
    assert!(poll >= held, "{poll} of {held}");
}

#[test]
fn a_hold_shows_in_the_quantiles_afterwards() {
    let program = "setInterval(() => { const end = Date.now() + 300; while (Date.now() < end); }, 300);";
    let shown = Shown::start(program);
    let longest = || value(&shown.metrics(), "hexloop_loop_delay_seconds{quantile=\"1\"}").unwrap_or(0.0);
    while longest() < 0.2 {}
    assert!(value(&shown.metrics(), "hexloop_loop_delay_seconds_sum").unwrap() >= 0.2);
}

#[test]
fn jobs_that_wait_for_the_pool_are_counted() {
    let program = "process.env.UV_THREADPOOL_SIZE = 1;
                   for (let i = 0; i < 3; i++) require('crypto').pbkdf2('a', 'b', 1e9, 10, 'sha1', () => {});
                   console.log('ready');";
    let mut shown = Shown::start(program);
    shown.until_it_prints("ready");
    let mut text = shown.metrics();
    let requests = "hexloop_active_requests{kind=\"Work\"}";
    // The loop's own figures are those of before while it is slow to answer.
    while value(&text, "hexloop_pool_queue_length") != Some(2.0) || value(&text, requests).is_none() {
        text = shown.metrics();
    }
    assert_eq!(value(&text, "hexloop_pool_threads{state=\"busy\"}"), Some(1.0));
    assert_eq!(value(&text, requests), Some(3.0), "{text}");
}

#[test]
fn only_the_right_token_host_origin_and_method_come_in() {
    let shown = Shown::start("setInterval(() => {}, 100000)");
    let Shown { port, token, .. } = &shown;
    let host = format!("Host: 127.0.0.1:{port}\r\n");
    let status = |line: &str, headers: &str| shown.send(&format!("{line} HTTP/1.1\r\n{headers}\r\n")).0;
    let right = format!("GET /metrics?token={token}");
    assert_eq!(token.len(), 32);
    assert_eq!(status(&right, &host), 200);
    assert_eq!(status(&right, &format!("Host: localhost:{port}\r\n")), 200);
    assert_eq!(status(&right, &format!("{host}Origin: http://127.0.0.1:{port}\r\n")), 200);
    assert_eq!(status("GET /metrics", &format!("{host}Authorization: Bearer {token}\r\n")), 200);
    for (line, headers, expected) in [
        ("GET /metrics", host.clone(), 403),
        ("GET /metrics?token=", host.clone(), 403),
        (&format!("GET /metrics?token={}", "0".repeat(32)), host.clone(), 403),
        ("GET /nothing", host.clone(), 403),
        (&right, String::new(), 403),
        (&right, format!("Host: evil.example:{port}\r\n"), 403),
        (&right, format!("Host: 127.0.0.1:{}\r\n", port ^ 1), 403),
        (&right, format!("{host}Origin: http://evil.example\r\n"), 403),
        (&right, format!("{host}Origin: null\r\n"), 403),
        (&format!("GET /nothing?token={token}"), host.clone(), 404),
        (&format!("POST /metrics?token={token}"), host.clone(), 405),
        (&format!("HEAD /metrics?token={token}"), host.clone(), 405),
        (&right, format!("{host}X: {}\r\n", "x".repeat(9000)), 431),
        ("GET metrics", host.clone(), 400),
    ] {
        assert_eq!(status(line, &headers), expected, "{line} with {headers:.60}");
    }
}

#[test]
fn silent_clients_do_not_keep_others_out_for_ever() {
    let shown = Shown::start("setInterval(() => {}, 100000)");
    let idle: Vec<TcpStream> = (0..40).map(|_| shown.connect()).collect();
    // More than may be open at a time: some get an error at once, the others are closed after a while.
    for mut stream in idle {
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 503 "), "{answer}");
    }
    shown.metrics();
}

#[test]
fn a_port_that_is_taken_is_passed_over_and_nonsense_is_refused() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let ended = run(hexloop(&CLEARED).args([&format!("--inspect-loop={port}"), "-e", "0"]), PATIENCE).unwrap();
    assert!(ended.status.success());
    let (_, shown) = ended.err.split_once("http://127.0.0.1:").unwrap();
    let shown: u16 = shown.split('/').next().unwrap().parse().unwrap();
    assert!(shown != port, "{}", ended.err);
    let ended = run(hexloop(&CLEARED).args(["--inspect-loop=x", "-e", "0"]), PATIENCE).unwrap();
    let complaint = "hexloop: invalid value for --inspect-loop: x, must be a port, or 0 for any\n";
    assert_eq!((ended.status.code(), ended.err.as_str()), (Some(9), complaint));
}

#[test]
fn the_program_ends_at_its_end_though_a_client_is_connected() {
    let mut shown = Shown::start("process.stdout.write('ready\\n'); setTimeout(() => { process.exitCode = 3; }, 500);");
    shown.until_it_prints("ready");
    let mut client = shown.connect();
    client.write_all(b"GET /metrics").unwrap();
    let status = wait(&mut shown.child, PATIENCE).expect("it hangs");
    assert_eq!(status.code(), Some(3));
    let mut rest = String::new();
    shown.stderr.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

// ---- the page and its events

/// A client of `/events`.
struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    fn of(shown: &Shown) -> Events {
        let mut stream = shown.connect();
        let Shown { port, token, .. } = shown;
        let head = format!("GET /events?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        Events { lines: BufReader::new(stream) }
    }

    /// The next message; none when the connection is over.
    fn next(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap_or(0) == 0 {
                return None;
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return Some(serde_json::from_str(data).unwrap());
            }
        }
    }
}

/// A column of a table, whether the message brings it anew or adds to it.
fn column<'m>(message: &'m Value, table: &str, name: &str) -> &'m [Value] {
    let part = if message["append"].is_null() { &message["replace"] } else { &message["append"] };
    part[table][name].as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn the_page_follows_by_itself_and_may_load_nothing_else() {
    let shown = Shown::start("setInterval(() => {}, 100000)");
    let mut stream = shown.connect();
    let Shown { port, token, .. } = &shown;
    write!(stream, "GET /?token={token} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, page) = answer.split_once("\r\n\r\n").unwrap();
    assert!(
        head.starts_with("HTTP/1.1 200 ") && head.contains("Content-Security-Policy: default-src 'none';"),
        "{head}"
    );
    assert!(page.contains("data-live") && page.contains("./events"));
    assert_eq!(shown.get("/").0, 403);
    assert_eq!(shown.get("/events").0, 403);
}

const BEATS: &str = "let n = 0; setInterval(function beat() {
                       console.log('beat', ++n);
                       Promise.resolve().then(() => process.nextTick(() => {}));
                     }, 20);";

#[test]
fn rows_come_in_the_order_in_which_they_ran_and_each_once() {
    let shown = Shown::start(BEATS);
    let mut events = Events::of(&shown);
    let first = events.next().unwrap();
    assert_eq!(first["replace"]["format"], "hexloop-trace");
    let mut message = first;
    let (mut printed, mut began, mut ids) = (Vec::new(), Vec::new(), HashSet::new());
    let mut messages = 1;
    while printed.len() < 100 || messages < 5 {
        printed.extend(column(&message, "output", "text").iter().map(|text| text.as_str().unwrap().to_owned()));
        began.extend(column(&message, "tasks", "began").iter().map(|time| time.as_i64().unwrap()));
        let sent = column(&message, "tasks", "id");
        assert!(sent.iter().all(|id| ids.insert(id.as_i64().unwrap())), "sent twice: {message}");
        messages += 1;
        message = events.next().unwrap();
    }
    let expected: Vec<String> = (1..=printed.len()).map(|n| format!("beat {n}\n")).collect();
    assert_eq!(printed, expected);
    let back: Vec<&[i64]> = began.windows(2).filter(|pair| pair[0] > pair[1]).collect();
    assert!(back.is_empty(), "{back:?}");
    // Output is sent at once, tasks up to two polls later.
    assert!(began.len() > 3 * 70, "interval, promise job and tick of each beat: {}", began.len());
}

#[test]
fn a_client_that_reconnects_starts_with_the_recorded_rows() {
    let shown = Shown::start(BEATS);
    let mut first = Events::of(&shown);
    first.next().unwrap();
    while column(&first.next().unwrap(), "output", "text").is_empty() {}
    drop(first);
    let whole = Events::of(&shown).next().unwrap();
    assert_eq!(column(&whole, "output", "text")[0], "beat 1\n");
    assert_eq!(whole["replace"]["dropped"]["events"], 0);
}

#[test]
fn a_slow_client_gets_the_number_of_dropped_rows_and_the_program_does_not_wait() {
    // Rows that fill the smallest ring some twenty times, where a look comes five times a second.
    let program = "process.stdin.once('data', () => {
                     for (let i = 0; i < 300000; i++) clearTimeout(setTimeout(() => {}, 1000));
                     console.log('flooded');
                   });";
    let mut shown = Shown::start_with(&["--trace-events=100"], program);
    let mut events = Events::of(&shown);
    events.next().unwrap();
    shown.child.stdin.as_mut().unwrap().write_all(b"go\n").unwrap();
    // Nothing is read until all is over.
    shown.until_it_prints("flooded");
    loop {
        let message = events.next().expect("a note of what was dropped");
        let dropped = &message["replace"]["dropped"];
        if dropped["events"].as_i64().is_some_and(|events| events > 0) {
            assert!(dropped["before"].as_i64().unwrap() > 0);
            return;
        }
    }
}

#[test]
fn findings_are_reported_while_the_program_runs() {
    let program = "setInterval(function hold() { const end = Date.now() + 200; while (Date.now() < end); }, 300);";
    let shown = Shown::start(program);
    let mut events = Events::of(&shown);
    loop {
        let message = events.next().unwrap();
        let findings = message["replace"]["findings"].as_array().cloned().unwrap_or_default();
        if findings.iter().any(|finding| finding["kind"] == "blocked") {
            return;
        }
    }
}

#[test]
fn a_client_sees_the_end_and_the_program_does_not_wait_for_one_that_does_not_read() {
    let mut shown = Shown::start("process.stdin.once('data', () => { console.log('bye'); process.exit(3); });");
    let mut events = Events::of(&shown);
    let _silent = Events::of(&shown);
    events.next().unwrap();
    shown.child.stdin.as_mut().unwrap().write_all(b"go\n").unwrap();
    let mut last = Value::Null;
    let mut printed = Vec::new();
    while let Some(message) = events.next() {
        printed.extend(column(&message, "output", "text").to_vec());
        last = message;
    }
    assert_eq!(last["replace"]["program"]["exitCode"], 3, "{last}");
    assert_eq!(printed, ["bye\n"]);
    assert_eq!(wait(&mut shown.child, PATIENCE).expect("it hangs").code(), Some(3));
}

// ---- OpenTelemetry

/// One request as a collector gets it.
struct Exported {
    head: String,
    body: String,
}

/// A collector that answers everything with a status.
fn collector(status: &'static str) -> (u16, mpsc::Receiver<Exported>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") && stream.read_line(&mut head).unwrap() > 0 {}
            let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).unwrap();
            let mut body = vec![0; length.parse().unwrap()];
            stream.read_exact(&mut body).unwrap();
            let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\n\r\n{{}}");
            stream.get_mut().write_all(answer.as_bytes()).unwrap();
            if sender.send(Exported { head, body: String::from_utf8(body).unwrap() }).is_err() {
                return;
            }
        }
    });
    (port, receiver)
}

#[test]
fn metrics_are_exported_while_it_runs_and_at_the_end() {
    if support::engine::is_skipped("metrics_are_exported_while_it_runs_and_at_the_end") {
        return;
    }
    let (port, exported) = collector("200 OK");
    let mut command = hexloop(&CLEARED);
    command
        .args(["-e", "setTimeout(() => {}, 1500)"])
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://127.0.0.1:{port}"))
        .env("OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20b")
        .env("OTEL_SERVICE_NAME", "shop")
        .env("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=test")
        .env("OTEL_METRIC_EXPORT_INTERVAL", "200");
    let ended = run(&mut command, PATIENCE).unwrap();
    assert_eq!((ended.status.code(), ended.err.as_str()), (Some(0), ""));
    let exports: Vec<Exported> = exported.try_iter().collect();
    assert!(exports.len() >= 2, "{} exports", exports.len());
    let Exported { head, body } = exports.last().unwrap();
    assert!(head.starts_with("POST /v1/metrics HTTP/1.1\r\n"), "{head}");
    for line in ["Content-Type: application/json\r\n", "api-key: a b\r\n"] {
        assert!(head.contains(line), "{head}");
    }
    check_by_javascript(
        body,
        "const [{ resource, scopeMetrics: [{ scope, metrics }] }] = request.resourceMetrics;
         const attributes = Object.fromEntries(resource.attributes.map(({ key, value }) => [key, value]));
         const metric = (name) => metrics.find((each) => each.name === name) ?? assert.fail(name + ' is missing');
         assert.equal(attributes['service.name'].stringValue, 'shop');
         assert.equal(attributes['deployment.environment'].stringValue, 'test');
         assert.match(attributes['process.pid'].intValue, /^[0-9]+$/);
         assert.equal(scope.name, 'hexloop');
         const phases = metric('hexloop.loop.phase.time');
         assert.equal(phases.unit, 's');
         assert.equal(phases.sum.isMonotonic, true);
         assert.equal(phases.sum.aggregationTemporality, 2);
         assert.deepEqual(phases.sum.dataPoints.map((point) => point.attributes[0].value.stringValue),
           ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'close', 'main']);
         for (const { startTimeUnixNano, timeUnixNano, asDouble } of phases.sum.dataPoints) {
           assert(BigInt(startTimeUnixNano) < BigInt(timeUnixNano) && asDouble >= 0);
         }
         assert(metric('nodejs.eventloop.delay.p99').gauge.dataPoints[0].asDouble >= 0);
         assert(metric('nodejs.eventloop.utilization').gauge.dataPoints[0].asDouble <= 1);
         assert(metric('hexloop.loop.turns').sum.dataPoints[0].asDouble > 0);
         assert(metric('hexloop.heap.total').gauge.dataPoints[0].asDouble > 0);
         assert.equal(metric('process.memory.usage').unit, 'By');",
    );
}

/// Reads JSON where it is at home.
#[track_caller]
fn check_by_javascript(json: &str, checks: &str) {
    let program = format!("const assert = require('assert'); const request = JSON.parse(process.argv[1]);\n{checks}");
    let ended = run(hexloop(&CLEARED).args(["-e", &program, "--", json]), PATIENCE).unwrap();
    assert!(ended.status.success(), "{}\n{json}", ended.err);
}

#[test]
fn a_short_program_is_exported_once_at_its_end() {
    let (port, exported) = collector("200 OK");
    let endpoint = format!("http://127.0.0.1:{port}/own/path");
    let mut command = hexloop(&CLEARED);
    command.args(["-e", "process.exit(7)"]).env("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", endpoint);
    assert_eq!(run(&mut command, PATIENCE).unwrap().status.code(), Some(7));
    let exports: Vec<Exported> = exported.try_iter().collect();
    assert_eq!(exports.len(), 1);
    assert!(exports[0].head.starts_with("POST /own/path HTTP/1.1\r\n"), "{}", exports[0].head);
    assert!(exports[0].body.contains("\"unknown_service:hexloop\""));
}

#[test]
fn a_collector_that_is_gone_refuses_or_is_silent_does_not_affect_the_program() {
    let ended = |endpoint: &str, interval: &str| {
        let mut command = hexloop(&CLEARED);
        command
            .args(["-e", "setTimeout(() => console.log('done'), 700)"])
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
            .env("OTEL_METRIC_EXPORT_INTERVAL", interval);
        let ended = run(&mut command, PATIENCE).unwrap();
        assert_eq!((ended.status.code(), ended.out.as_str()), (Some(0), "done\n"));
        ended.err
    };
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let printed = ended(&format!("http://{gone}"), "100");
    assert!(printed.starts_with(&format!("hexloop: OpenTelemetry: metrics cannot be sent to {gone}: ")), "{printed}");
    assert_eq!(printed.lines().count(), 1, "it is reported once: {printed}");
    let (port, _exported) = collector("503 Service Unavailable");
    let printed = ended(&format!("http://127.0.0.1:{port}"), "100");
    assert!(printed.ends_with("it answered with status 503\n") && printed.lines().count() == 1, "{printed}");
    // It takes the connection and never answers: the end waits a second, not ten.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    ended(&format!("http://{}", silent.local_addr().unwrap()), "60000");
    let printed = ended("https://127.0.0.1:1", "100");
    assert_eq!(
        printed,
        "hexloop: OpenTelemetry: OTEL_EXPORTER_OTLP_ENDPOINT: hexloop exports without TLS, to http:// endpoints only; \
         nothing is exported\n"
    );
}

#[test]
fn nothing_is_exported_where_the_sdk_is_disabled() {
    let (port, exported) = collector("200 OK");
    let mut command = hexloop(&CLEARED);
    command
        .args(["-e", "0"])
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://127.0.0.1:{port}"))
        .env("OTEL_SDK_DISABLED", "true");
    assert!(run(&mut command, PATIENCE).unwrap().status.success());
    assert_eq!(exported.try_iter().count(), 0);
}
