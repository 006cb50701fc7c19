//! Spawning a process.
//!
//! fork() copies the page tables of the whole process, a millisecond and more for a large one. So the child borrows the
//! parent's memory until it calls exec (`CLONE_VM | CLONE_VFORK`), on a stack of its own:
//!
//! ```text
//!   parent: everything allocated ── clone ── (suspended) ─────────────────── resumes: pid, or the errno in `error`
//!   child:                             └─ signals, session, descriptors, cwd, uid ── exec
//! ```
//!
//! Between clone and exec nothing may allocate, take a lock or run a destructor: all strings and arrays are built
//! before. All signals are blocked in the meantime, since a handler of ours would run in the child, on the parent's
//! memory. uid and gid are set by raw system calls: the C library's wrappers would signal the other threads, which are
//! the parent's.

use std::ffi::{CString, c_char, c_int, c_void};
use std::io;
use std::os::fd::{FromRawFd as _, OwnedFd, RawFd};
use std::ptr;

/// What to spawn, and how.
pub struct Program {
    /// Paths to try, in order.
    pub candidates: Vec<CString>,
    /// argv, including argv[0].
    pub arguments: Vec<CString>,
    pub environment: Vec<CString>,
    pub cwd: Option<CString>,
    /// The descriptors of this process that become the child's 0, 1, 2 …; -1: closed (the first three: /dev/null).
    pub stdio: Vec<RawFd>,
    /// Whether it becomes the leader of a new session.
    pub detached: bool,
    pub user: Option<u32>,
    pub group: Option<u32>,
}

pub struct Spawned {
    pub pid: i32,
    /// Readable once the child has exited. None where the system has no pidfds.
    pub pidfd: Option<OwnedFd>,
}

/// The search path of `execvp` without PATH.
const DEFAULT_PATH: &str = "/bin:/usr/bin";

/// The paths that `file` may have, by the child's own PATH.
pub fn candidates(file: &str, environment: &[&str]) -> Vec<String> {
    if file.contains('/') {
        return vec![file.to_owned()];
    }
    if file.is_empty() {
        return Vec::new();
    }
    let path = environment.iter().find_map(|pair| pair.strip_prefix("PATH=")).unwrap_or(DEFAULT_PATH);
    let join = |directory: &str| if directory.is_empty() { file.to_owned() } else { format!("{directory}/{file}") };
    path.split(':').map(join).collect()
}

/// A null-terminated array of C strings.
struct CStringArray(Vec<*const c_char>);

impl CStringArray {
    fn new(strings: &[CString]) -> CStringArray {
        CStringArray(strings.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect())
    }
}

/// Everything that the child reads.
struct ChildSetup {
    candidates: CStringArray,
    arguments: CStringArray,
    environment: CStringArray,
    /// `/bin/sh`, a slot for the file, the arguments: for a script without a shebang.
    shell_argv: Vec<*const c_char>,
    cwd: *const c_char,
    stdio: Vec<RawFd>,
    detached: bool,
    user: Option<u32>,
    group: Option<u32>,
    error: c_int,
}

impl Program {
    pub fn spawn(&self) -> io::Result<Spawned> {
        let arguments = CStringArray::new(&self.arguments);
        let mut shell_argv = vec![c"/bin/sh".as_ptr(), ptr::null()];
        shell_argv.extend(arguments.0.iter().skip(1));
        shell_argv.push(ptr::null());
        let mut setup = ChildSetup {
            candidates: CStringArray::new(&self.candidates),
            arguments,
            environment: CStringArray::new(&self.environment),
            shell_argv,
            cwd: self.cwd.as_ref().map_or(ptr::null(), |cwd| cwd.as_ptr()),
            stdio: self.stdio.clone(),
            detached: self.detached,
            user: self.user,
            group: self.group,
            error: 0,
        };
        let spawned = with_signals_blocked(|| spawn_child(&mut setup))?;
        if setup.error == 0 {
            return Ok(spawned);
        }
        // The child failed before exec.
        let mut status = 0;
        // SAFETY: our own child, which has exited.
        unsafe { libc::waitpid(spawned.pid, &mut status, 0) };
        Err(io::Error::from_raw_os_error(setup.error))
    }
}

fn with_signals_blocked<R>(body: impl FnOnce() -> R) -> R {
    // SAFETY: all-zero sets are valid and filled before use.
    unsafe {
        let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = (std::mem::zeroed(), std::mem::zeroed());
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let result = body();
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, ptr::null_mut());
        result
    }
}

#[cfg(target_os = "linux")]
fn spawn_child(setup: &mut ChildSetup) -> io::Result<Spawned> {
    const STACK: usize = 128 * 1024;
    let mut stack: Vec<u8> = Vec::with_capacity(STACK);
    let mut pidfd: c_int = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    // SAFETY: the top of the stack is aligned and within the allocation, which outlives the child's use of it, since
    // the parent is suspended until the child has called exec or exited. `child_main` touches only the setup.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(STACK);
        let top = top.sub(top as usize % 16);
        libc::clone(child_main, top.cast(), flags, ptr::from_mut(setup).cast(), &raw mut pidfd)
    };
    if pid == -1 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a descriptor that the system has just created for us, close-on-exec.
    Ok(Spawned { pid, pidfd: (pidfd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(pidfd) }) })
}

/// Without clone: a real fork, where the child reports its errno through a pipe.
#[cfg(not(target_os = "linux"))]
fn spawn_child(setup: &mut ChildSetup) -> io::Result<Spawned> {
    use std::io::{Read as _, Write as _};
    let (mut reader, mut writer) = io::pipe()?;
    // SAFETY: the child calls only async-signal-safe functions.
    let pid = unsafe { libc::fork() };
    match pid {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            child_main(ptr::from_mut(setup).cast());
            let _ = writer.write_all(&setup.error.to_ne_bytes());
            // SAFETY: does not return.
            unsafe { libc::_exit(127) }
        }
        _ => {
            drop(writer);
            let mut error = [0; 4];
            setup.error = reader.read_exact(&mut error).map_or(0, |()| c_int::from_ne_bytes(error));
            Ok(Spawned { pid, pidfd: None })
        }
    }
}

/// Runs in the child. Returns only on failure.
extern "C" fn child_main(setup: *mut c_void) -> c_int {
    // SAFETY: the setup of `spawn`, whose thread is suspended meanwhile; every call is allowed between fork and exec.
    unsafe {
        let setup = &mut *setup.cast::<ChildSetup>();
        setup.error = match set_up_child(setup) {
            Ok(()) => exec(setup),
            Err(errno) => errno,
        };
    }
    127
}

fn errno() -> c_int {
    // SAFETY: the location is this thread's own.
    unsafe { *crate::bindings::signals::errno_location() }
}

fn check(result: c_int) -> Result<c_int, c_int> {
    if result == -1 { Err(errno()) } else { Ok(result) }
}

/// # Safety
/// Only in the child.
unsafe fn set_up_child(setup: &mut ChildSetup) -> Result<(), c_int> {
    // SAFETY: guaranteed by the caller; all pointers are the setup's.
    unsafe {
        for signal in 1..32 {
            if signal != libc::SIGKILL && signal != libc::SIGSTOP {
                libc::signal(signal, libc::SIG_DFL);
            }
        }
        if setup.detached {
            libc::setsid();
        }
        set_up_stdio(&mut setup.stdio)?;
        if !setup.cwd.is_null() {
            check(libc::chdir(setup.cwd))?;
        }
        if setup.user.is_some() || setup.group.is_some() {
            // If this is not permitted, the next calls fail as well.
            clear_groups();
        }
        if let Some(group) = setup.group {
            check(set_group(group))?;
        }
        if let Some(user) = setup.user {
            check(set_user(user))?;
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut());
        Ok(())
    }
}

use credentials::{clear_groups, set_group, set_user};

#[cfg(target_os = "linux")]
mod credentials {
    pub fn clear_groups() {
        // SAFETY: the count is 0, so the pointer is not dereferenced.
        unsafe { libc::syscall(libc::SYS_setgroups, 0, std::ptr::null::<libc::gid_t>()) };
    }

    pub fn set_group(group: u32) -> i32 {
        // SAFETY: no pointers.
        unsafe { libc::syscall(libc::SYS_setgid, group) as i32 }
    }

    pub fn set_user(user: u32) -> i32 {
        // SAFETY: no pointers.
        unsafe { libc::syscall(libc::SYS_setuid, user) as i32 }
    }
}

/// After a real fork there are no other threads to signal.
#[cfg(not(target_os = "linux"))]
mod credentials {
    pub fn clear_groups() {
        // SAFETY: the count is 0, so the pointer is not dereferenced.
        unsafe { libc::setgroups(0, std::ptr::null()) };
    }

    pub fn set_group(group: u32) -> i32 {
        // SAFETY: no pointers.
        unsafe { libc::setgid(group) }
    }

    pub fn set_user(user: u32) -> i32 {
        // SAFETY: no pointers.
        unsafe { libc::setuid(user) }
    }
}

/// # Safety
/// Only in the child.
unsafe fn set_up_stdio(stdio: &mut [RawFd]) -> Result<(), c_int> {
    let count = stdio.len() as RawFd;
    // SAFETY: guaranteed by the caller; descriptors are numbers, and the path is a constant.
    unsafe {
        // First move away the descriptors that would be overwritten before they are duplicated.
        for (target, source) in (0..).zip(stdio.iter_mut()) {
            if (0..target).contains(source) {
                *source = check(libc::fcntl(*source, libc::F_DUPFD_CLOEXEC, count))?;
            }
        }
        for (target, source) in (0..).zip(stdio.iter().copied()) {
            if source < 0 {
                if target <= libc::STDERR_FILENO {
                    let mode = if target == libc::STDIN_FILENO { libc::O_RDONLY } else { libc::O_RDWR };
                    let null = check(libc::open(c"/dev/null".as_ptr(), mode))?;
                    if null != target {
                        check(libc::dup2(null, target))?;
                        libc::close(null);
                    }
                }
            } else if source == target {
                check(libc::fcntl(target, libc::F_SETFD, 0))?;
            } else {
                check(libc::dup2(source, target))?;
            }
            if source >= 0 && target <= libc::STDERR_FILENO {
                let flags = libc::fcntl(target, libc::F_GETFL);
                if flags != -1 && flags & libc::O_NONBLOCK != 0 {
                    libc::fcntl(target, libc::F_SETFL, flags & !libc::O_NONBLOCK);
                }
            }
        }
        set_cloexec_from(count.max(3));
    }
    Ok(())
}

/// No other descriptor is inherited, however it was opened.
///
/// # Safety
/// Only in the child.
unsafe fn set_cloexec_from(from: RawFd) {
    #[cfg(target_os = "linux")]
    // SAFETY: no pointers. An older kernel returns an error, and descriptors opened with O_CLOEXEC are still closed.
    unsafe {
        libc::syscall(libc::SYS_close_range, from as libc::c_uint, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC)
    };
    #[cfg(not(target_os = "linux"))]
    let _ = from;
}

/// What `execvp` does, with the paths built beforehand. Returns the errno.
///
/// # Safety
/// Only in the child.
unsafe fn exec(setup: &mut ChildSetup) -> c_int {
    let mut error = libc::ENOENT;
    let mut access_denied = false;
    for &candidate in setup.candidates.0.iter().take_while(|candidate| !candidate.is_null()) {
        // SAFETY: null-terminated arrays of strings that live in the parent.
        unsafe {
            libc::execve(candidate, setup.arguments.0.as_ptr(), setup.environment.0.as_ptr());
            if errno() == libc::ENOEXEC {
                setup.shell_argv[1] = candidate;
                libc::execve(setup.shell_argv[0], setup.shell_argv.as_ptr(), setup.environment.0.as_ptr());
            }
        }
        error = errno();
        match error {
            libc::EACCES => access_denied = true,
            libc::ENOENT | libc::ENOTDIR | libc::ESTALE | libc::ENODEV | libc::ETIMEDOUT => {}
            _ => return error,
        }
    }
    if access_denied { libc::EACCES } else { error }
}
