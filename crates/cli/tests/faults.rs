//! Errors of the system: no descriptors left, a full disk, nobody at the other end of the pipe. Each program of
//! `tests/faults` prints its `.out`, which a real Node 26 wrote under the same conditions (`tests/faults/record.sh NODE`).

mod support;

use libtest_mimic::Completion;
use std::ffi::CString;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use support::{Layout, Program, Scratch, Suite, harness, hexloop, prints_its_out};

const SUITE: Suite = Suite {
    folder: "faults",
    layout: Layout::Flat,
    extensions: &["js"],
    patience: Duration::from_secs(60),
    at_a_time: 2,
    fewest: 5,
};

const CLEARED: [&str; 4] = ["FORCE_COLOR", "NO_COLOR", "NODE_OPTIONS", "NODE_DEBUG"];
const NOBODY: u32 = 65_534;

fn main() -> ExitCode {
    let test = |program: Program| harness::skippable_test(program.name.clone(), move || check(&program));
    harness::main(SUITE.at_a_time, SUITE.programs().into_iter().map(test).collect())
}

fn check(program: &Program) -> Result<Completion, String> {
    if !cfg!(target_os = "linux") {
        return Ok(Completion::ignored_with("needs Linux"));
    }
    let scratch = Scratch::new("faults");
    let mut command = hexloop(&CLEARED);
    command.current_dir("/").arg(&program.path);
    let mut disk = None;
    match program.path.file_stem().unwrap().to_str().unwrap() {
        // A server without descriptors turns clients away, and continues when some are free.
        "too-many-connections" => limit_descriptors(&mut command, 100),
        // Ten thousand opens with few descriptors end with one or with EMFILE.
        "too-many-files" => limit_descriptors(&mut command, 256),
        // Only root can become a user of whom nothing else runs.
        "fork-bomb" if !is_root() => return Ok(Completion::ignored_with("needs root")),
        "fork-bomb" => limit_processes_of_nobody(&mut command),
        "disk-full" => {
            disk = SmallDisk::mount(scratch.path());
            if disk.is_none() {
                return Ok(Completion::ignored_with("a disk of one megabyte cannot be mounted: needs root"));
            }
            command.env("FULL_DISK", scratch.path());
        }
        "reader-gone" => {
            let pipe = scratch.path().join("pipe");
            make_fifo(&pipe);
            command.env("PIPE", pipe);
        }
        other => return Err(format!("  faults.rs has no conditions for {other}\n")),
    }
    let result = prints_its_out(&mut command, &program.path, program.limit);
    drop(disk);
    result.map(|()| Completion::Completed)
}

fn is_root() -> bool {
    // SAFETY: no arguments, and it always succeeds.
    unsafe { libc::geteuid() == 0 }
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

/// The limit is a user's, and root has none: so the program runs as nobody.
fn limit_processes_of_nobody(command: &mut Command) {
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
}

fn make_fifo(path: &Path) {
    let name = CString::new(path.to_str().unwrap()).unwrap();
    // SAFETY: a path that ends in NUL.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
}

/// A file system of one megabyte, in memory, for as long as the test takes.
struct SmallDisk<'a>(&'a Path);

impl SmallDisk<'_> {
    fn mount(place: &Path) -> Option<SmallDisk<'_>> {
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(place).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(SmallDisk(place))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}
