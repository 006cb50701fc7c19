//! However a program ends, and whenever its recording begins: there is a trace. And there are bounds to it.

mod support;

use hexloop_trace::{ABSENT, TaskRow, Trace};
use std::collections::HashSet;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use support::recording::{PATIENCE, printed, program, ran, read, recording};
use support::{ScratchFile, hexloop, wait};

/// Rows of one kind, in the order in which they ran.
fn of_kind(trace: &Trace, kind: &str) -> Vec<TaskRow> {
    trace.tasks.rows().filter(|row| trace.kinds[row.kind as usize] == kind && row.began != ABSENT).collect()
}

// ---- floods

#[test]
fn in_a_flood_each_task_has_its_cause_and_its_turn() {
    let text = "let n = 30000; (function step() { if (--n > 0) setImmediate(step); })();";
    let (trace, _) = recording(text, &[]);
    let immediates = of_kind(&trace, "immediate");
    assert_eq!(immediates.len(), 29_999);
    assert_eq!(trace.dropped.events, 0);
    assert!(trace.clock.coarse > 3000, "{} have coarse times: it was no flood", trace.clock.coarse);
    for pair in immediates.windows(2) {
        assert_eq!((pair[1].parent, pair[1].turn), (pair[0].id, pair[0].turn + 1));
        assert!(pair[0].began <= pair[1].queued && pair[1].queued <= pair[1].began);
    }
}

#[test]
fn a_flood_of_many_chains_and_of_many_at_once_loses_nothing() {
    let text = "const order = [];
         async function wait(name) { for (let i = 0; i < 3000; i++) await name; order.push(name); }
         for (let i = 0; i < 5; i++) wait(i);
         setImmediate(() => {
           for (let i = 0; i < 20000; i++) process.nextTick(() => {});
           for (let i = 0; i < 20000; i++) setImmediate(() => {});
           for (let i = 0; i < 5000; i++) process.nextTick(() => Promise.resolve().then(() => {}));
         });
         process.on('exit', () => console.log(order.join()));";
    let (trace, ended) = recording(text, &[]);
    assert_eq!(ended.out, "0,1,2,3,4\n");
    let count = |kind: &str| of_kind(&trace, kind).len();
    assert_eq!((count("tick"), count("immediate"), count("promise")), (25_000, 20_001, 20_000));
    let ids: HashSet<i64> = trace.tasks.id.iter().copied().collect();
    assert_eq!(ids.len(), trace.tasks.len(), "a number was given twice");
    for kind in ["tick", "immediate", "promise"] {
        let rows = of_kind(&trace, kind);
        assert!(rows.iter().all(|row| ids.contains(&row.parent) && row.parent < row.id), "{kind}");
    }
    let first = of_kind(&trace, "immediate")[0].id;
    assert!(of_kind(&trace, "tick").iter().all(|row| row.parent == first));
}

#[test]
fn of_a_flood_that_does_not_fit_the_newest_are_kept_and_the_rest_counted() {
    let text = "let n = 200000;
         process.nextTick(function step() { if (--n > 0) process.nextTick(step); else console.log('over'); });";
    let (trace, ended) = recording(text, &["--trace-events=1000"]);
    let ticks: Vec<_> = trace.tasks.rows().filter(|row| trace.kinds[row.kind as usize] == "tick").collect();
    assert!((1000..20_000).contains(&ticks.len()), "{} are kept", ticks.len());
    assert!(ticks.windows(2).all(|pair| pair[0].id + 1 == pair[1].id && pair[1].parent == pair[0].id));
    // The main script, the ticks, beforeExit, exit.
    assert_eq!(trace.dropped.events + trace.tasks.len() as u64, 200_003);
    assert!(trace.dropped.before > 0 && ended.err.contains("older ones did not fit"), "{}", ended.err);
    assert_eq!(trace.output.task, [ticks.last().unwrap().id]);
}

// ---- bounds, and ends of all sorts

#[test]
fn a_full_ring_keeps_the_newest_and_counts_what_was_dropped() {
    let (trace, ended) =
        recording("let n = 0; (function step() { if (++n < 30000) setImmediate(step); })();", &["--trace-events=2000"]);
    assert!(trace.dropped.events > 20_000, "{:?}", trace.dropped);
    assert!(trace.dropped.before > 0);
    assert!(trace.tasks.len() >= 1000);
    assert_eq!(ran(&trace).last().unwrap(), "exit");
    let oldest = trace.tasks.rows().filter(|row| row.queued != ABSENT).map(|row| row.time()).min().unwrap();
    assert!(oldest >= trace.dropped.before, "{oldest} is before {:?}", trace.dropped);
    assert!(ended.err.contains("did not fit (--trace-events=N keeps more)"), "{}", ended.err);
}

#[test]
fn a_program_that_throws_or_exits_leaves_its_trace() {
    let (trace, ended) = recording("setTimeout(() => { throw new Error('so'); }, 1);", &[]);
    assert_eq!((trace.program.exit_code, ended.status.code()), (1, Some(1)));
    assert!(ran(&trace).contains(&"setTimeout 1 ms".to_owned()));
    let (trace, ended) = recording("setImmediate(() => process.exit(7)); process.nextTick(() => {});", &[]);
    assert_eq!((trace.program.exit_code, ended.status.code()), (7, Some(7)));
    assert_eq!(ran(&trace), ["main script", "tick", "immediate"]);
    assert_eq!(trace.program.ended_by, "exit");
}

/// Starts a program that prints a line when it is ready, does something to it, and waits for its end.
fn with_running(command: &mut Command, then: impl FnOnce(i32, &mut dyn FnMut() -> String)) -> std::process::ExitStatus {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let errors = BufReader::new(child.stderr.take().unwrap());
    let mut errors = errors.lines();
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    then(child.id() as i32, &mut || errors.next().unwrap().unwrap());
    wait(&mut child, PATIENCE).expect("it ends")
}

/// Reads standard error up to the line that contains `part`.
fn skip_to(error_line: &mut dyn FnMut() -> String, part: &str) {
    while !error_line().contains(part) {}
}

fn send(pid: i32, signal: i32) {
    // SAFETY: no pointers; the process is a child of ours that has not been waited for.
    assert_eq!(unsafe { libc::kill(pid, signal) }, 0);
}

#[test]
fn a_program_that_is_killed_leaves_its_trace() {
    use std::os::unix::process::ExitStatusExt as _;
    for (text, held) in
        [("setInterval(() => {}, 1000); console.log('ready');", false), ("console.log('ready'); for (;;);", true)]
    {
        let (file, out) = (program(text), ScratchFile::new("trace.json"));
        let mut command = hexloop(&[]);
        command.arg(format!("--trace={}", out.display())).arg(&*file);
        let status = with_running(&mut command, |pid, _| send(pid, libc::SIGTERM));
        assert_eq!(status.signal(), Some(libc::SIGTERM), "held: {held}");
        let trace = read(&out);
        assert_eq!(trace.program.ended_by, "signal");
        assert_eq!(printed(&trace), "ready\n");
    }
}

/// Records a program twice, by its signals, each time until it has printed a line on standard error so often.
fn record_twice(text: &str, line: &str, times: usize, check: impl Fn(&Trace, usize)) {
    let (file, out) = (program(text), ScratchFile::new("trace.json"));
    let mut command = hexloop(&[]);
    command.args(["--traceable", "--out"]).arg(&*out).arg(&*file);
    let status = with_running(&mut command, |pid, error_line| {
        for number in 1..=2 {
            send(pid, libc::SIGUSR2);
            skip_to(error_line, "SIGUSR2 ends it");
            (0..times).for_each(|_| assert_eq!(error_line(), line));
            send(pid, libc::SIGUSR2);
            skip_to(error_line, "events are in");
            check(&read(&out.with_file_name(format!("trace.{pid}.{number}.json"))), number);
        }
        send(pid, libc::SIGTERM);
    });
    assert_eq!(status.code(), Some(0));
    assert!(!out.exists(), "nothing was being recorded at the end");
}

#[test]
fn a_traceable_process_is_recorded_from_one_signal_to_the_next() {
    record_twice(
        "setInterval(() => console.error('ran'), 2); console.log('ready'); process.on('SIGTERM', () => process.exit(0));",
        "ran",
        6,
        |trace, number| {
            assert_eq!(trace.program.ended_by, "request");
            let runs = ran(trace)
                .iter()
                .filter(|label| label.as_str() == "interval" || label.starts_with("setInterval"))
                .count();
            assert!(runs > 2, "{runs} runs in recording {number}");
        },
    );
}

#[test]
fn workers_and_promises_of_a_traceable_process_are_recorded_whenever_it_is() {
    record_twice(
        "const { Worker, isMainThread, parentPort } = require('worker_threads');
         if (isMainThread) {
           const worker = new Worker(__filename, { name: 'second' });
           worker.once('message', () => console.log('ready'));
           worker.on('message', () => Promise.resolve().then(function answered() { console.error('answered'); }));
           setInterval(() => worker.postMessage(1), 5);
           process.on('SIGTERM', () => process.exit(0));
         } else parentPort.on('message', (n) => setImmediate(() => parentPort.postMessage(n)));",
        "answered",
        20,
        |trace, number| {
            assert_eq!(hexloop_trace::check(trace), []);
            let thread = trace.threads.iter().position(|thread| thread.name == "worker 1 (second)").unwrap() as i32;
            let of_loop: HashSet<i64> = trace.tasks.rows().filter(|row| row.thread == 0).map(|row| row.id).collect();
            let kind = |row: &TaskRow| trace.kinds[row.kind as usize].as_str();
            let sent = |row: &TaskRow| row.thread == thread && kind(row) == "message" && of_loop.contains(&row.parent);
            assert!(trace.tasks.rows().any(|row| sent(&row)), "a message from the loop, in recording {number}");
            let then = |row: &TaskRow| row.thread == 0 && kind(row) == "promise" && row.defined >= 0;
            assert!(trace.tasks.rows().any(|row| then(&row)), "a promise job, in recording {number}");
        },
    );
}

#[test]
fn children_are_not_recorded_into_the_file_of_their_parent() {
    let (trace, ended) = recording(
        "const { fork } = require('child_process');
         if (process.argv[2] === 'child') console.log(process.execArgv.length);
         else fork(__filename, ['child']);",
        &[],
    );
    assert_eq!(ended.out, "0\n");
    assert!(trace.handles.kind.contains(&"PROCESSWRAP".to_owned()));
}
