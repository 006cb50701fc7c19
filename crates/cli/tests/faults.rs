//! What the system refuses: no descriptors left, no room on the disk, nobody at the other end of the pipe. Each program of
//! `tests/faults` prints its `.out`, which a real Node 26 wrote under the same conditions (`tests/faults/record.sh NODE`).

#![cfg(target_os = "linux")]

mod support;

use std::ffi::CString;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::{hexloop, prints_its_out};

const PATIENCE: Duration = Duration::from_secs(60);
const CLEARED: [&str; 4] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG"];

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/faults").join(name).canonicalize().unwrap()
}

fn prints_what_node_prints(program: &Path, prepare: impl FnOnce(&mut Command)) {
    let mut command = hexloop(&CLEARED);
    command.current_dir("/").arg(program);
    prepare(&mut command);
    if let Err(why) = prints_its_out(&mut command, program, PATIENCE) {
        panic!("{why}");
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program may have that many descriptors and no more.
fn limit_descriptors(command: &mut Command, most: u64) {
    // SAFETY: setrlimit may be called between fork and exec.
    unsafe {
        command.pre_exec(move || {
            let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
            if libc::setrlimit(libc::RLIMIT_NOFILE, &limit) == 0 {
                Ok(())
            } else {
                Err(std::io::Error::last_os_error())
            }
        });
    }
}

#[test]
fn a_server_without_descriptors_turns_clients_away_and_goes_on_when_some_are_free() {
    prints_what_node_prints(&program("too-many-connections.js"), |command| {
        limit_descriptors(command, 100);
    });
}

#[test]
fn ten_thousand_opens_with_few_descriptors_end_with_one_or_with_emfile() {
    prints_what_node_prints(&program("too-many-files.js"), |command| {
        limit_descriptors(command, 256);
    });
}

/// The limit is a user's, and root has none: so the program runs as nobody.
#[test]
fn a_fork_bomb_ends_with_eagain_and_the_processes_come_back() {
    const NOBODY: u32 = 65_534;
    // SAFETY: getuid only answers.
    if unsafe { libc::getuid() } != 0 {
        eprintln!("skipped: only root can become a user of whom nothing else runs");
        return;
    }
    prints_what_node_prints(&program("fork-bomb.js"), |command| {
        // SAFETY: all three may be called between fork and exec.
        unsafe {
            command.pre_exec(|| {
                let limit = libc::rlimit { rlim_cur: 60, rlim_max: 60 };
                let done = libc::setrlimit(libc::RLIMIT_NPROC, &limit) == 0
                    && libc::setgid(NOBODY) == 0
                    && libc::setuid(NOBODY) == 0;
                if done { Ok(()) } else { Err(std::io::Error::last_os_error()) }
            });
        }
    });
}

#[test]
fn a_full_disk_is_an_error_and_what_was_written_stays() {
    let Some(disk) = SmallDisk::mount(folder("disk")) else {
        eprintln!("skipped: a disk of one megabyte can only be mounted by root");
        return;
    };
    prints_what_node_prints(&program("disk-full.js"), |command| {
        command.env("FULL_DISK", &disk.0);
    });
}

#[test]
fn a_pipe_without_a_reader_is_an_error_and_not_the_end() {
    let folder = folder("pipe");
    let pipe = folder.join("pipe");
    let name = CString::new(pipe.to_str().unwrap()).unwrap();
    // SAFETY: a path that ends in NUL.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    prints_what_node_prints(&program("reader-gone.js"), |command| {
        command.env("PIPE", &pipe);
    });
    std::fs::remove_dir_all(folder).unwrap();
}

/// As in Node: by SIGABRT, with a word about why. The memory is asked for and never touched.
#[test]
fn a_program_that_takes_all_memory_is_told_so() {
    if support::engine::is_skipped("a_program_that_takes_all_memory_is_told_so") {
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
    let ended = support::run(&mut command, PATIENCE).unwrap_or_else(|why| panic!("{why}"));
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
    let ended = support::run(&mut command, PATIENCE).unwrap_or_else(|why| panic!("{why}"));
    let refusal = "DataCloneError A SharedArrayBuffer cannot be shared with other threads: this JavaScriptCore does not export what that takes";
    assert_eq!((ended.out.as_str(), ended.err.as_str()), (format!("{refusal}\n0 true\n5\n").as_str(), ""));
}

/// A file system of one megabyte, in memory, for as long as the test takes.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(place: PathBuf) -> Option<SmallDisk> {
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(&place).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(SmallDisk(place))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
        let _ = std::fs::remove_dir(&self.0);
    }
}
