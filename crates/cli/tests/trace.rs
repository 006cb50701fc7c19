//! What a recording holds: programs are recorded, and what they did, when and why must be in it. Programs of `tests/order` are recorded by
//! `order/recorded.rs`.

mod support;

use hexloop_trace::{ABSENT, TaskRow, Trace};
use std::collections::HashSet;
use std::fs;
use support::recording::{PATIENCE, check_causes, line_of, program, ran, read, recording, traced};
use support::{ScratchFile, hexloop, run};

// ---- the order

#[test]
fn ticks_come_before_promise_jobs_and_phases_in_their_order() {
    let (trace, _) = recording(
        "setImmediate(() => {});
         setTimeout(() => {}, 0);
         Promise.resolve().then(() => {});
         process.nextTick(() => {});",
        &[],
    );
    assert_eq!(ran(&trace), ["main script", "tick", "promise", "setTimeout 1 ms", "immediate", "beforeExit", "exit"]);
    let phases: Vec<&str> =
        trace.phase_spans.phase.iter().map(|phase| trace.phases[*phase as usize].as_str()).collect();
    let (timers, check) = (phases.iter().position(|p| *p == "timers"), phases.iter().position(|p| *p == "check"));
    assert!(timers.is_some() && timers < check, "{phases:?}");
}

#[test]
fn a_task_knows_where_it_was_scheduled() {
    let (trace, _) = recording("\nfunction later() {\n  setTimeout(() => {}, 1);\n}\n\nlater();\n", &[]);
    let timeout = (0..trace.tasks.len()).find(|at| trace.kind_of(*at) == "timeout").unwrap();
    let stack = &trace.stacks[trace.tasks.scheduled[timeout] as usize];
    let lines: Vec<i32> = stack.iter().map(|place| trace.places.line[*place as usize]).collect();
    assert_eq!(lines, [3, 6]);
    assert_eq!(trace.places.name[stack[0] as usize], "later");
    let file = &trace.files[trace.places.file[stack[0] as usize] as usize];
    assert!(file.text.as_ref().unwrap().contains("function later"));
}

/// Line and column of the function of each task of a kind.
fn defined(trace: &Trace, kind: &str) -> Vec<Option<(i32, i32)>> {
    let of_kind = (0..trace.tasks.len()).filter(|at| trace.kind_of(*at) == kind);
    let places = of_kind.map(|at| usize::try_from(trace.tasks.defined[at]).ok());
    places.map(|place| place.map(|at| (trace.places.line[at], trace.places.column[at]))).collect()
}

#[test]
fn a_task_knows_where_its_function_is_defined() {
    let text = "function named() {}\nsetTimeout(named, 1);\nsetImmediate(() => {});\n  setImmediate(() => {});
const twin = () => 1;\nconst other = () => 1;\nprocess.nextTick(twin);
Promise.resolve().then(async () => { await null; });\n";
    let (trace, _) = recording(text, &["--trace-exact"]);
    assert_eq!(defined(&trace, "timeout"), [Some((1, 1))], "elsewhere, by its name");
    assert_eq!(defined(&trace, "immediate"), [Some((3, 14)), Some((4, 16))], "alike, each where it is handed over");
    assert_eq!(defined(&trace, "tick"), [None], "two functions have this source, and nothing shows which it is");
    assert_eq!(defined(&trace, "promise")[0], Some((8, 24)), "with an await in it");
}

#[test]
fn places_are_those_of_the_typescript_file() {
    let file = ScratchFile::new("typed.ts");
    fs::write(&file, "enum Colour { Red, Green }\ninterface Shape { sides: number }\nconst go = (s: Shape): void => {\n  setTimeout(() => console.log(s.sides, Colour.Green), 1);\n};\ngo({ sides: 3 });\n").unwrap();
    let out = ScratchFile::new("trace.json");
    assert_eq!(traced(&[], &file, &out).out, "3 1\n");
    let trace = read(&out);
    let timeout = (0..trace.tasks.len()).find(|at| trace.kind_of(*at) == "timeout").unwrap();
    assert_eq!(line_of(&trace, trace.tasks.scheduled[timeout]), 4);
}

#[test]
fn every_run_of_an_interval_belongs_to_the_same_timer() {
    let (trace, _) = recording("let n = 0; const i = setInterval(() => { if (++n === 3) clearInterval(i); }, 1);", &[]);
    let runs: Vec<_> = trace.tasks.rows().filter(|row| trace.kinds[row.kind as usize] == "interval").collect();
    assert_eq!(runs.len(), 3);
    assert!(
        runs.iter().all(|run| run.resource == runs[0].resource && run.parent == runs[0].parent && run.began != ABSENT)
    );
    assert!(runs.iter().all(|run| run.due <= run.began), "a timer ran before it was due");
}

#[test]
fn what_was_cleared_or_never_came_is_there_and_did_not_run() {
    let (trace, _) = recording(
        "clearTimeout(setTimeout(() => {}, 5)); clearImmediate(setImmediate(() => {})); setTimeout(() => {}, 1e6).unref();",
        &[],
    );
    let never: Vec<_> = trace.tasks.rows().filter(|row| row.began == ABSENT).collect();
    let cleared = never.iter().filter(|row| row.cancelled != ABSENT).count();
    assert_eq!((never.len(), cleared), (3, 2));
}

// ---- what happens besides callbacks

#[test]
fn a_workers_tasks_are_on_a_thread_of_their_own() {
    let (trace, _) = recording(
        "const { Worker, isMainThread, parentPort } = require('worker_threads');
         if (isMainThread) new Worker(__filename, { name: 'second' }).on('message', () => {});
         else require('fs').stat('/dev/null', () => setImmediate(() => parentPort.postMessage(1)));",
        &[],
    );
    let thread = trace.threads.iter().position(|thread| thread.name == "worker 1 (second)").unwrap() as i32;
    let (of_worker, of_loop): (Vec<_>, Vec<_>) = trace.tasks.rows().partition(|row| row.thread == thread);
    let ran: Vec<&str> = of_worker.iter().map(|row| trace.kinds[row.kind as usize].as_str()).collect();
    assert_eq!(ran[..3], ["main", "pool", "immediate"]);
    assert!(of_loop.iter().any(|row| row.id == of_worker[0].parent), "who started it is known");
    assert_eq!(of_worker[2].parent, of_worker[1].id);
    assert!(trace.jobs.task.contains(&of_worker[0].id), "its job is one of the pool's");
}

#[test]
fn a_message_is_caused_by_the_task_that_posted_it_on_another_thread() {
    let (trace, _) = recording(
        "const { Worker, isMainThread, parentPort } = require('worker_threads');
         if (isMainThread) {
           const worker = new Worker(__filename);
           worker.on('message', function answered() { worker.terminate(); });
           setTimeout(function asks() { worker.postMessage('a question'); }, 1);
         } else {
           parentPort.once('message', function answers() { setImmediate(() => parentPort.postMessage({ bytes: new Uint8Array(8) })); });
         }",
        &[],
    );
    let by_id = |id: i64| trace.tasks.rows().find(|row| row.id == id);
    let kind = |row: &TaskRow| trace.kinds[row.kind as usize].as_str();
    // From the last message that the loop got back to where it all began, with the threads in between.
    let messages = trace.tasks.rows().filter(|row| row.thread == 0 && kind(row) == "message" && row.scheduled >= 0);
    let answer = messages.last().unwrap();
    let chain: Vec<TaskRow> = std::iter::successors(Some(answer), |row| by_id(row.parent)).collect();
    let kinds: Vec<(&str, bool)> = chain.iter().map(|row| (kind(row), row.thread == 0)).collect();
    assert_eq!(kinds, [("message", true), ("immediate", false), ("message", false), ("timeout", true), ("main", true)]);
    let line = |row: &TaskRow| trace.places.line[trace.stacks[row.scheduled as usize][0] as usize];
    assert_eq!([line(&chain[0]), line(&chain[2])], [7, 5]);
    assert!(chain.iter().all(|row| row.queued <= row.began));
    assert_eq!(hexloop_trace::check(&trace), []);
}

#[test]
fn callbacks_of_fs_crypto_dns_and_http_have_their_place_of_definition() {
    let (trace, _) = recording(
        "const fs = require('fs'), http = require('http');
         fs.stat('.', function gotStat() {});
         require('crypto').pbkdf2('a', 'b', 1, 8, 'sha1', function hashed() {});
         require('dns').lookup('127.0.0.1', function found() {});
         const server = http.createServer(function handle(request, response) { response.end(); }).listen(0, () => {
           http.get({ port: server.address().port, agent: false }, (response) => response.resume().on('end', () => server.close()));
         });",
        &[],
    );
    let names: HashSet<(String, i32)> = trace
        .tasks
        .defined
        .iter()
        .filter(|place| **place >= 0)
        .map(|place| (trace.places.name[*place as usize].clone(), trace.places.line[*place as usize]))
        .collect();
    for (name, line) in [("gotStat", 2), ("hashed", 3), ("found", 4), ("handle", 5)] {
        assert!(names.contains(&(name.to_owned(), line)), "{name} at line {line} is not among {names:?}");
    }
}

#[test]
fn events_of_sockets_have_the_place_of_their_listener() {
    let (trace, ended) = recording(
        "const server = require('net').createServer((socket) => {
           socket.on('data', (bytes) => socket.write(bytes));
           socket.on('close', () => server.close());
         }).listen(0, '127.0.0.1', () => {
           const client = require('net').connect(server.address().port, '127.0.0.1', () => client.write('echo'));
           client.once('data', function echoed(bytes) {
             console.log(String(bytes));
             client.end();
           });
         });",
        &[],
    );
    assert_eq!(ended.out, "echo\n");
    let heard = |label: &str| -> Vec<i32> {
        let rows = trace.tasks.rows().filter(|row| trace.label_at(row.label) == Some(label));
        let lines = rows.filter_map(|row| usize::try_from(row.defined).ok()).map(|place| trace.places.line[place]);
        lines.collect()
    };
    assert_eq!(heard("server connection"), [1]);
    assert_eq!(heard("socket connected"), [5]);
    assert_eq!(heard("socket data")[..2], [2, 6]);
    assert_eq!(heard("socket closed"), [3]);
}

#[test]
fn collections_are_recorded_and_jobs_have_labels() {
    if support::engine::is_skipped("collections_are_recorded_and_jobs_have_labels") {
        return;
    }
    let (trace, _) = recording(
        "require('fs').stat('/dev/null', () => {});
         require('crypto').pbkdf2('password', 'salt', 1, 8, 'sha256', () => {});
         let kept; for (let i = 0; i < 200; i++) kept = new Array(20000).fill(i);",
        &[],
    );
    assert!(!trace.collections.began.is_empty());
    let labels: HashSet<&str> = trace.jobs.label.iter().filter_map(|label| trace.label_at(*label)).collect();
    assert_eq!(labels, HashSet::from(["fs.stat /dev/null", "crypto.pbkdf2"]));
}

#[test]
fn pool_jobs_waits_calls_and_rejections_are_recorded() {
    if support::engine::is_skipped("pool_jobs_waits_calls_and_rejections_are_recorded") {
        return;
    }
    let (trace, _) = recording(
        "const fs = require('fs');
         fs.stat('.', () => {});
         fs.readFileSync(__filename);
         JSON.parse(JSON.stringify('x'.repeat(200000)));
         process.on('unhandledRejection', () => {});
         Promise.reject(new TypeError('nobody cares'));
         setTimeout(() => {}, 500);",
        &[],
    );
    let label = |index: i32| trace.label_at(index).unwrap_or("");
    assert_eq!(trace.jobs.label.iter().map(|index| label(*index)).collect::<Vec<_>>(), ["fs.stat ."]);
    assert_eq!(trace.threads[trace.jobs.thread[0] as usize].name, "pool 1");
    assert_eq!(line_of(&trace, trace.jobs.scheduled[0]), 2);
    let calls: Vec<(&str, i64)> =
        trace.calls.label.iter().map(|index| label(*index)).zip(trace.calls.bytes.clone()).collect();
    let of_program: Vec<&(&str, i64)> = calls.iter().filter(|call| call.0 != "loading built-in modules").collect();
    let names: Vec<&str> = of_program.iter().map(|call| call.0).collect();
    assert_eq!(names, ["fs.readFileSync", "JSON.stringify", "JSON.parse"]);
    assert_eq!(of_program[2].1, 200_002);
    assert!(!trace.waits.began.is_empty());
    assert_eq!(trace.rejections.message, ["TypeError: nobody cares"]);
    assert_eq!(line_of(&trace, trace.rejections.stack[0]), 6);
}

#[test]
fn a_server_and_its_sockets_are_handles_with_their_events() {
    let (trace, ended) = recording(
        "const http = require('http');
         const server = http.createServer((request, response) => response.end('hello'));
         server.listen(0, () => {
           http.get({ port: server.address().port, agent: false }, (response) => {
             response.resume();
             response.on('end', () => server.close());
           });
         });",
        &[],
    );
    assert!(ended.status.success(), "{}", ended.err);
    let kinds: Vec<&str> = trace.handles.kind.iter().map(String::as_str).collect();
    assert!(kinds.contains(&"TCPSERVERWRAP") && kinds.contains(&"TCPWRAP"), "{kinds:?}");
    assert!(trace.handles.closed.iter().all(|closed| *closed != ABSENT));
    let labels = ran(&trace);
    for label in ["server connection", "socket connected", "http message", "socket closed"] {
        assert!(labels.iter().any(|found| found == label), "no {label} in {labels:?}");
    }
    check_causes("a server", &trace);
}

#[test]
fn a_callback_that_holds_the_loop_is_sampled() {
    if support::engine::is_skipped("a_callback_that_holds_the_loop_is_sampled") {
        return;
    }
    let (trace, _) = recording(
        "setTimeout(function busy() {\n  const end = Date.now() + 400;\n  while (Date.now() < end);\n}, 1);",
        &[],
    );
    let timeout = trace.tasks.rows().find(|row| trace.kinds[row.kind as usize] == "timeout").unwrap();
    let samples = (0..trace.samples.at.len()).filter(|at| trace.samples.task[*at] == timeout.id);
    let names: Vec<&str> =
        samples.map(|at| trace.places.name[trace.top_of(trace.samples.stack[at]) as usize].as_str()).collect();
    assert!(names.contains(&"busy"), "{names:?}");
}

#[test]
fn a_program_with_hooks_of_its_own_is_recorded_and_hears_the_same() {
    let text = "const { createHook, executionAsyncId } = require('async_hooks');
         const types = new Set();
         createHook({ init(id, type) { types.add(type); } }).enable();
         setTimeout(() => { Promise.resolve().then(() => {}); process.nextTick(() => console.log([...types].sort().join(), executionAsyncId() > 1)); }, 1);";
    let plain = run(hexloop(&[]).arg(&*program(text)), PATIENCE).unwrap().out;
    let (trace, ended) = recording(text, &[]);
    assert_eq!(ended.out, plain);
    check_causes("hooks", &trace);
}
