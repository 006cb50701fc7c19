//! Starting a program.
//!
//! A fork would copy the page tables of the whole process, a millisecond and more for a large one. So the child borrows the
//! parent's memory until it has become the new program (`CLONE_VM | CLONE_VFORK`), on a stack of its own:
//!
//! ```text
//!   parent: everything allocated ── clone ── (stands still) ───────────────── goes on: pid, or the error in `error`
//!   child:                             └─ signals, session, descriptors, folder, user ── exec
//! ```
//!
//! Between clone and exec nothing may allocate, take a lock or run a destructor: all texts and tables are made before. All
//! signals are blocked meanwhile, since a handler of ours would run in the child, on the parent's memory. User and group are
//! set by plain system calls: the C library would tell the other threads, which are the parent's.

use std::ffi::{CString, c_char, c_int, c_void};
use std::io;
use std::os::fd::{FromRawFd as _, OwnedFd, RawFd};
use std::ptr;

/// What is to be started, and how.
pub struct Program {
    /// Where the file may be, in the order in which to try.
    pub candidates: Vec<CString>,
    /// With the name of the program first.
    pub arguments: Vec<CString>,
    pub environment: Vec<CString>,
    pub cwd: Option<CString>,
    /// What the child's descriptors 0, 1, 2 … are in this process; -1: nothing (of the first three: the null device).
    pub stdio: Vec<RawFd>,
    /// Whether it leads a session of its own.
    pub detached: bool,
    pub user: Option<u32>,
    pub group: Option<u32>,
}

pub struct Spawned {
    pub pid: i32,
    /// Readable once the child has ended. None where the system has no such thing.
    pub pidfd: Option<OwnedFd>,
}

/// Where `execvp` looks if the environment does not say.
const DEFAULT_PATH: &str = "/bin:/usr/bin";

/// Where `file` may be, going by the child's own PATH.
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

/// A list of texts as C wants it.
struct CStringArray(Vec<*const c_char>);

impl CStringArray {
    fn new(strings: &[CString]) -> CStringArray {
        CStringArray(strings.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect())
    }
}

/// All that the child looks at.
struct ChildSetup {
    candidates: CStringArray,
    arguments: CStringArray,
    environment: CStringArray,
    /// `/bin/sh`, room for the file, the arguments: for a file that is a script without saying whose.
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
        // It got no further than to say why not.
        let mut status = 0;
        // SAFETY: our own child, which has ended.
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
    // SAFETY: the top of the stack is aligned and within the allocation, which outlives the child's use of it, since the
    // parent stands still until the child has called exec or ended. `child_main` touches only the plan.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(STACK);
        let top = top.sub(top as usize % 16);
        libc::clone(child_main, top.cast(), flags, ptr::from_mut(setup).cast(), &raw mut pidfd)
    };
    if pid == -1 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a descriptor that the system has just made for us, closed on exec.
    Ok(Spawned { pid, pidfd: (pidfd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(pidfd) }) })
}

/// A real fork: the child tells its failure through a pipe.
#[cfg(not(target_os = "linux"))]
fn spawn_child(setup: &mut ChildSetup) -> io::Result<Spawned> {
    use std::io::{Read as _, Write as _};
    let (mut reader, mut writer) = io::pipe()?;
    // SAFETY: the child calls only what is allowed after a fork.
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

/// In the child. Returns only if it could not.
extern "C" fn child_main(setup: *mut c_void) -> c_int {
    // SAFETY: the plan of `start`, which stands still meanwhile; every call is allowed between fork and exec.
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
    // SAFETY: this thread's own.
    unsafe { *crate::bindings::signals::errno_location() }
}

fn check(result: c_int) -> Result<c_int, c_int> {
    if result == -1 { Err(errno()) } else { Ok(result) }
}

/// # Safety
/// Only in the child.
unsafe fn set_up_child(setup: &mut ChildSetup) -> Result<(), c_int> {
    // SAFETY: the caller's promise; all pointers are the plan's.
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
            // Where that is not allowed, neither are the next.
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
        // SAFETY: no groups, so no pointer is followed.
        unsafe { libc::syscall(libc::SYS_setgroups, 0, std::ptr::null::<libc::gid_t>()) };
    }

    pub fn set_group(group: u32) -> i32 {
        // SAFETY: a number.
        unsafe { libc::syscall(libc::SYS_setgid, group) as i32 }
    }

    pub fn set_user(user: u32) -> i32 {
        // SAFETY: a number.
        unsafe { libc::syscall(libc::SYS_setuid, user) as i32 }
    }
}

/// After a real fork there are no other threads to be told.
#[cfg(not(target_os = "linux"))]
mod credentials {
    pub fn clear_groups() {
        // SAFETY: no groups, so no pointer is followed.
        unsafe { libc::setgroups(0, std::ptr::null()) };
    }

    pub fn set_group(group: u32) -> i32 {
        // SAFETY: a number.
        unsafe { libc::setgid(group) }
    }

    pub fn set_user(user: u32) -> i32 {
        // SAFETY: a number.
        unsafe { libc::setuid(user) }
    }
}

/// # Safety
/// Only in the child.
unsafe fn set_up_stdio(stdio: &mut [RawFd]) -> Result<(), c_int> {
    let count = stdio.len() as RawFd;
    // SAFETY: the caller's promise; descriptors are numbers, and the path is a constant.
    unsafe {
        // Those that would be overwritten before their turn go out of the way first.
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

/// Nothing else reaches the new program, whoever opened it and how.
///
/// # Safety
/// Only in the child.
unsafe fn set_cloexec_from(from: RawFd) {
    #[cfg(target_os = "linux")]
    // SAFETY: numbers only. An older kernel refuses, and what was opened to be closed on exec still is.
    unsafe {
        libc::syscall(libc::SYS_close_range, from as libc::c_uint, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC)
    };
    #[cfg(not(target_os = "linux"))]
    let _ = from;
}

/// What `execvp` does, with the places made beforehand. Answers why it failed.
///
/// # Safety
/// Only in the child.
unsafe fn exec(setup: &mut ChildSetup) -> c_int {
    let mut error = libc::ENOENT;
    let mut access_denied = false;
    for &candidate in setup.candidates.0.iter().take_while(|candidate| !candidate.is_null()) {
        // SAFETY: tables that end with null, of texts that live in the parent.
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
