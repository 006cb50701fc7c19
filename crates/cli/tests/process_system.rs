//! What `process` and its streams do that needs a second process, a slow reader or a terminal. The programs of `tests/process` are run by
//! `process.rs`.

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;
use support::{Terminal, gather};

/// A program that runs longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

fn hexloop() -> Command {
    let mut command = support::hexloop(&[]);
    command.env_clear();
    for name in ["PATH", "HOME"] {
        command.env(name, std::env::var_os(name).unwrap_or_default());
    }
    support::engine::choose(&mut command);
    command
}

fn wait(child: &mut Child) -> Option<ExitStatus> {
    support::wait(child, PATIENCE)
}

fn script(code: &str) -> Child {
    let mut command = hexloop();
    command.args(["-e", code]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn finish(mut child: Child) -> (ExitStatus, String, String) {
    let out = child.stdout.take().map(gather);
    let err = child.stderr.take().map(gather);
    let status = wait(&mut child).expect("it ends");
    let text = |reader: Option<thread::JoinHandle<String>>| reader.map(|r| r.join().unwrap()).unwrap_or_default();
    (status, text(out), text(err))
}

/// Ten megabytes, then the end of the process, while the reader takes its time.
const TEN_MEGABYTES: &str = "
    const line = 'x'.repeat(99);
    for (let i = 0; i < 100000; i++) console.log(line);
    process.exit(3);
";

fn read_slowly(child: &mut Child) -> usize {
    let mut out = child.stdout.take().unwrap();
    let mut total = 0;
    let mut buffer = vec![0; 1 << 20];
    loop {
        thread::sleep(Duration::from_millis(5));
        match out.read(&mut buffer).unwrap() {
            0 => return total,
            count => total += count,
        }
    }
}

#[test]
fn nothing_is_lost_when_the_process_exits_before_a_slow_reader_has_read() {
    let mut child = script(TEN_MEGABYTES);
    assert_eq!(read_slowly(&mut child), 10_000_000);
    assert_eq!(wait(&mut child).unwrap().code(), Some(3));
}

#[test]
fn nothing_is_lost_when_another_process_made_the_pipe_non_blocking() {
    let mut command = hexloop();
    command.args(["-e", TEN_MEGABYTES]).stdin(Stdio::null()).stdout(Stdio::piped());
    // SAFETY: fcntl is allowed between fork and exec, and the descriptor is the child's.
    unsafe {
        command.pre_exec(|| {
            libc::fcntl(1, libc::F_SETFL, libc::fcntl(1, libc::F_GETFL) | libc::O_NONBLOCK);
            Ok(())
        });
    }
    let mut child = command.spawn().unwrap();
    assert_eq!(read_slowly(&mut child), 10_000_000);
    assert_eq!(wait(&mut child).unwrap().code(), Some(3));
}

#[test]
fn a_stream_write_is_whole_before_exit_too() {
    let mut child = script("process.stdout.write('y'.repeat(5e6)); process.stderr.write('z'); process.exit();");
    assert_eq!(read_slowly(&mut child), 5_000_000);
    assert!(wait(&mut child).unwrap().success());
}

#[test]
fn a_broken_pipe_is_an_error_event_and_not_the_end() {
    let mut child = script(
        "process.stdin.resume(); setTimeout(() => {
           process.stdout.on('error', (error) => console.error(error.code, error.syscall, error.message));
           console.error(process.stdout.write('x', (error) => console.error('callback', error.code)));
           setImmediate(() => console.log('the second'));
         }, 200);",
    );
    drop(child.stdout.take());
    let (status, _, err) = finish(child);
    assert_eq!(err, "false\ncallback EPIPE\nEPIPE write write EPIPE\nEPIPE write write EPIPE\n");
    assert!(status.success());
}

#[test]
fn logging_into_a_pipe_that_nobody_reads_does_not_end_the_program() {
    let mut child = script("setTimeout(() => { console.log('x'); console.log('y'); console.error('alive'); }, 200)");
    drop(child.stdout.take());
    let (status, _, err) = finish(child);
    assert_eq!(err, "alive\n");
    assert!(status.success());
}

#[test]
fn a_program_that_logs_for_ever_ends_when_its_reader_has_gone() {
    let mut child =
        script("setInterval(() => console.log('x'), 1); process.on('exit', (code) => console.error(code));");
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    drop(out);
    let (status, _, err) = finish(child);
    assert_eq!(status.code(), Some(1));
    assert!(err.starts_with("1\n") && err.contains("\nError: write EPIPE\n"), "{err}");
}

/// Runs code that says when it is ready, and then what `then` does to it.
fn when_ready(code: &str, then: impl FnOnce(&Child)) -> (ExitStatus, String) {
    let mut child = script(&format!("{code}\nconsole.log('ready');"));
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    then(&child);
    let status = wait(&mut child).expect("it ends");
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    (status, rest)
}

fn kill(child: &Child, signal: i32) {
    // SAFETY: a child of ours that has not been waited for.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

#[test]
fn a_signal_nobody_listens_for_ends_the_process() {
    for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGUSR2, libc::SIGKILL] {
        let (status, _) = when_ready("setInterval(() => {}, 1000)", |child| kill(child, signal));
        assert_eq!(status.signal(), Some(signal));
    }
}

#[test]
fn a_signal_from_outside_reaches_its_listener_while_the_loop_sleeps() {
    let code = "const alive = setInterval(() => {}, 100000);
                process.on('SIGTERM', (name, number) => { console.log(name, number); clearInterval(alive); });";
    let (status, out) = when_ready(code, |child| kill(child, libc::SIGTERM));
    assert_eq!(out, "SIGTERM 15\n");
    assert!(status.success());
}

#[test]
fn a_signal_ends_the_process_again_when_its_last_listener_is_gone() {
    let code = "setInterval(() => {}, 1000); const f = () => {}; process.on('SIGTERM', f).off('SIGTERM', f);";
    let (status, _) = when_ready(code, |child| kill(child, libc::SIGTERM));
    assert_eq!(status.signal(), Some(libc::SIGTERM));
}

#[test]
fn sigusr1_prints_once_that_there_is_no_debugger_and_the_program_goes_on() {
    let mut child = script(
        "process.on('SIGTERM', () => { console.log('goes on'); process.exit(); });
         const { Worker } = require('worker_threads');
         new Worker('setInterval(() => {}, 1000)', { eval: true }).once('online', () => console.log('ready'));",
    );
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let (mut line, mut rest) = (String::new(), String::new());
    out.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    kill(&child, libc::SIGUSR1);
    line.clear();
    err.read_line(&mut line).unwrap();
    assert_eq!(line, "hexloop: SIGUSR1 starts no debugger: there is none yet. The program goes on.\n");
    kill(&child, libc::SIGUSR1);
    kill(&child, libc::SIGTERM);
    assert!(wait(&mut child).unwrap().success());
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "goes on\n");
    rest.clear();
    err.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn with_disable_sigusr1_the_signal_does_nothing_not_even_for_a_listener() {
    let code = "process.on('SIGTERM', () => { console.log('SIGTERM'); process.exit(); });
        const ready = () => { process.on('SIGUSR1', () => console.log('SIGUSR1')); console.log('ready'); };
        process.stdin.once('data', ready);
        console.log('started');";
    let mut child = hexloop()
        .args(["--disable-sigusr1", "-e", code])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    kill(&child, libc::SIGUSR1);
    // Open until the end: without it nothing keeps the program alive.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"listen\n").unwrap();
    out.read_line(&mut line).unwrap();
    kill(&child, libc::SIGUSR1);
    kill(&child, libc::SIGTERM);
    out.read_to_string(&mut line).unwrap();
    assert_eq!(line, "started\nready\nSIGTERM\n");
    assert!(wait(&mut child).unwrap().success());
    line.clear();
    child.stderr.take().unwrap().read_to_string(&mut line).unwrap();
    assert_eq!(line, "");
}

#[test]
fn sigusr1_ends_a_process_whose_last_listener_is_gone() {
    if support::engine::is_skipped("sigusr1_ends_a_process_whose_last_listener_is_gone") {
        return;
    }
    let code = "setInterval(() => {}, 1000); const f = () => {}; process.on('SIGUSR1', f).off('SIGUSR1', f);";
    let (status, _) = when_ready(code, |child| kill(child, libc::SIGUSR1));
    assert_eq!(status.signal(), Some(libc::SIGUSR1));
}

#[test]
fn every_one_of_many_signals_is_emitted() {
    let mut child = script(
        "let left = 200; setInterval(() => {}, 1000);
         process.on('SIGUSR1', () => { console.log('got'); if (--left === 0) process.exit(); });
         console.log('ready');",
    );
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    for _ in 0..200 {
        // One after the other: two of one kind at the same time are one to the system.
        kill(&child, libc::SIGUSR1);
        line.clear();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, "got\n");
    }
    assert!(wait(&mut child).unwrap().success());
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_closes_the_loops_descriptor_ends_with_the_reason() {
    let code = "const fs = require('fs');
                const isEpoll = (fd) => { try { return fs.readlinkSync(`/proc/self/fd/${fd}`) === 'anon_inode:[eventpoll]'; } catch {} };
                fs.closeSync(Number(fs.readdirSync('/proc/self/fd').find(isEpoll)));
                setTimeout(() => {}, 100000);";
    let (status, _, err) = finish(script(code));
    assert_eq!(status.code(), Some(70), "{err}");
    assert!(err.starts_with("hexloop: the event loop cannot poll: "), "{err}");
}

#[test]
fn abort_ends_by_its_signal() {
    let (status, out, _) = finish(script("console.log('before'); process.abort()"));
    assert_eq!((status.signal(), out.as_str()), (Some(libc::SIGABRT), "before\n"));
}

#[test]
fn a_folder_that_was_removed_is_named_in_the_error() {
    let folder = std::env::temp_dir().join(format!("hexloop-gone-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let code = "process.stdin.on('end', () => {
                  try { process.cwd(); } catch (error) { console.log(error.code, error.syscall, error.message); }
                }).resume(); console.log('ready');";
    let mut command = hexloop();
    command.args(["-e", code]).current_dir(&folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    std::fs::remove_dir(&folder).unwrap();
    drop(child.stdin.take());
    line.clear();
    out.read_line(&mut line).unwrap();
    wait(&mut child).unwrap();
    let expected = "ENOENT uv_cwd ENOENT: process.cwd failed with error no such file or directory, the current working \
                    directory was likely removed without changing the working directory, uv_cwd\n";
    assert_eq!(line, expected);
}

#[test]
fn standard_input_from_a_file_is_read_to_its_end() {
    let path = std::env::temp_dir().join(format!("hexloop-stdin-{}", std::process::id()));
    std::fs::write(&path, vec![b'a'; 300_000]).unwrap();
    let mut command = hexloop();
    command.args(["-e", "let n = 0; process.stdin.on('data', (d) => n += d.length).on('end', () => console.log(n))"]);
    command.stdin(std::fs::File::open(&path).unwrap()).stdout(Stdio::piped());
    let (_, out, _) = finish(command.spawn().unwrap());
    std::fs::remove_file(&path).unwrap();
    assert_eq!(out, "300000\n");
}

#[test]
fn standard_input_from_a_busy_pipe_is_read_whole_and_in_order() {
    let code = "let n = 0, ok = true; process.stdin.on('data', (d) => { for (const b of d) ok &&= b === n++ % 251; })
                .on('end', () => console.log(n, ok))";
    let mut command = hexloop();
    command.args(["-e", code]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes: Vec<u8> = (0..3_000_000_u32).map(|n| (n % 251) as u8).collect();
    let writer = thread::spawn(move || input.write_all(&bytes).unwrap());
    let (_, out, err) = finish(child);
    writer.join().unwrap();
    assert_eq!(out, "3000000 true\n", "{err}");
}

fn at_terminal(code: &str) -> Terminal {
    let mut command = hexloop();
    command.args(["-e", code]);
    Terminal::run(command)
}

#[test]
fn a_terminal_has_a_size_and_colours() {
    let mut terminal = at_terminal(
        "const { stdout, stdin } = process;
         console.log([stdout.isTTY, stdin.isTTY, stdout.columns, stdout.rows, ...stdout.getWindowSize(), stdout._type].join(' '));
         console.log([stdout.getColorDepth(), stdout.hasColors(), stdout.hasColors(256), stdout.hasColors(2 ** 24)].join(' '));
         console.log({ a: 1 }, 'end');",
    );
    let seen = terminal.shows("end");
    assert!(
        seen.starts_with("true true 80 24 80 24 tty\r\n8 true true false\r\n{ a: \u{1b}[33m1\u{1b}[39m } end"),
        "{seen:?}"
    );
    assert!(wait(&mut terminal.child).unwrap().success());
}

#[test]
fn two_interrupts_in_a_row_at_a_terminal_report_what_keeps_a_program_alive() {
    let mut terminal = at_terminal(
        "let count = 0; setInterval(() => {}, 100000);
         const interrupt = () => process.kill(process.pid, 'SIGINT');
         process.on('SIGINT', () => { console.log(`heard ${++count}`); if (count === 2) process.exit(); interrupt(); });
         interrupt();",
    );
    let seen = terminal.shows("heard 2");
    let report = "heard 1\r\nhexloop: 1 thing keeps this process alive:\r\n  Timeout  every 100000 ms\r\n";
    assert!(seen.starts_with(report), "{seen:?}");
    assert!(wait(&mut terminal.child).unwrap().success());
}

#[test]
fn a_terminal_that_changes_its_size_is_a_resize_event() {
    let mut terminal = at_terminal(
        "process.stdout.on('resize', () => { console.log(`now ${process.stdout.columns} ${process.stdout.rows} end`); clearInterval(alive); });
         const alive = setInterval(() => {}, 1000); console.log('ready');",
    );
    terminal.shows("ready");
    terminal.resize(33, 10);
    assert!(terminal.shows("end").contains("now 33 10 end"));
    assert!(wait(&mut terminal.child).unwrap().success());
}

#[test]
fn raw_mode_gives_key_by_key_and_ends_with_the_process() {
    let mut terminal = at_terminal(
        "process.stdin.setRawMode(true).setEncoding('utf8').on('data', (key) => {
           console.log(`${JSON.stringify(key)} ${process.stdin.isRaw}`);
           if (key === 'q') process.exit();
         });
         console.log('ready');",
    );
    let before = terminal.settings().c_lflag;
    terminal.shows("ready");
    for key in ["a", "\u{3}", "q"] {
        terminal.press(key);
        let shown = if key == "\u{3}" { "\"\\u0003\" true" } else { &format!("\"{key}\" true") };
        terminal.shows(shown);
    }
    assert!(wait(&mut terminal.child).unwrap().success());
    let after = terminal.settings().c_lflag;
    assert_eq!(after & (libc::ICANON | libc::ECHO), before & (libc::ICANON | libc::ECHO) | libc::ICANON | libc::ECHO);
}

#[test]
fn raw_mode_ends_when_a_signal_ends_the_process() {
    let mut terminal = at_terminal("process.stdin.setRawMode(true).resume(); process.stdout.write('ready');");
    terminal.shows("ready");
    assert_eq!(terminal.settings().c_lflag & libc::ICANON, 0);
    kill(&terminal.child, libc::SIGTERM);
    assert_eq!(wait(&mut terminal.child).unwrap().signal(), Some(libc::SIGTERM));
    assert_eq!(terminal.settings().c_lflag & libc::ICANON, libc::ICANON);
}

#[test]
fn the_interrupt_key_is_a_signal() {
    let mut terminal = at_terminal(
        "setInterval(() => {}, 1000); process.once('SIGINT', (name) => console.log('got', name)); console.log('ready');",
    );
    terminal.shows("ready");
    terminal.press("\x03");
    terminal.shows("got SIGINT");
    terminal.press("\x03");
    assert_eq!(wait(&mut terminal.child).unwrap().signal(), Some(libc::SIGINT));
}

#[test]
fn readline_edits_a_line_at_a_terminal_and_gives_the_terminal_back() {
    let mut terminal = at_terminal(
        "const rl = require('readline').createInterface(process.stdin, process.stdout);
         rl.question('name? ', (name) => { console.log(`[${name}]`); rl.setPrompt('$ '); rl.prompt(); });
         rl.on('line', (line) => console.log(`(${line})`)).on('close', () => console.log('closed'));",
    );
    terminal.shows("name? ");
    assert_eq!(terminal.settings().c_lflag & libc::ICANON, 0, "key by key");
    // Left twice, a character between, the one before it deleted, Ctrl-A, another in front.
    terminal.press("abcd\x1b[D\x1b[DX\x7fY\x01Z\r");
    assert!(terminal.shows("]").ends_with("[ZabYcd]"));
    terminal.shows("$ ");
    // The line before, from the history; then an end of file.
    terminal.press("\x1b[A!\r\x04");
    terminal.shows("(ZabYcd!)");
    terminal.shows("closed");
    assert!(wait(&mut terminal.child).unwrap().success());
    assert_ne!(terminal.settings().c_lflag & libc::ICANON, 0, "line by line again");
}

#[test]
fn a_standard_descriptor_that_was_closed_is_an_empty_one() {
    let mut command = hexloop();
    command.args(["-e", "process.stdin.on('data', () => console.log('never')).on('end', () => console.log('end')); console.error('seen by nobody');"]);
    // SAFETY: close is allowed between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::close(0);
            libc::close(2);
            Ok(())
        });
    }
    let output = command.stdin(Stdio::inherit()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "end\n");
    assert!(output.status.success());
}
