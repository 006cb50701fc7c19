//! Starting a program.
//!
//! A fork would copy the page tables of the whole process, a millisecond and more for a large one. So the child borrows the
//! parent's memory until it has become the new program (`CLONE_VM | CLONE_VFORK`), on a stack of its own:
//!
//! ```text
//!   parent: everything allocated ── clone ── (stands still) ───────────────── goes on: pid, or the error in `failure`
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
    pub folder: Option<CString>,
    /// What the child's descriptors 0, 1, 2 … are in this process; -1: nothing (of the first three: the null device).
    pub stdio: Vec<RawFd>,
    /// Whether it leads a session of its own.
    pub detached: bool,
    pub user: Option<u32>,
    pub group: Option<u32>,
}

pub struct Started {
    pub pid: i32,
    /// Readable once the child has ended. None where the system has no such thing.
    pub ended: Option<OwnedFd>,
}

/// Where `execvp` looks if the environment does not say.
const USUAL_FOLDERS: &str = "/bin:/usr/bin";

/// Where `file` may be, going by the child's own PATH.
pub fn candidates(file: &str, environment: &[&str]) -> Vec<String> {
    if file.contains('/') {
        return vec![file.to_owned()];
    }
    if file.is_empty() {
        return Vec::new();
    }
    let path = environment.iter().find_map(|pair| pair.strip_prefix("PATH=")).unwrap_or(USUAL_FOLDERS);
    let in_folder = |folder: &str| if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
    path.split(':').map(in_folder).collect()
}

/// A list of texts as C wants it.
struct Table(Vec<*const c_char>);

impl Table {
    fn new(texts: &[CString]) -> Table {
        Table(texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect())
    }
}

/// All that the child looks at.
struct Plan {
    candidates: Table,
    arguments: Table,
    environment: Table,
    /// `/bin/sh`, room for the file, the arguments: for a file that is a script without saying whose.
    through_shell: Vec<*const c_char>,
    folder: *const c_char,
    stdio: Vec<RawFd>,
    detached: bool,
    user: Option<u32>,
    group: Option<u32>,
    failure: c_int,
}

impl Program {
    pub fn start(&self) -> io::Result<Started> {
        let arguments = Table::new(&self.arguments);
        let mut through_shell = vec![c"/bin/sh".as_ptr(), ptr::null()];
        through_shell.extend(arguments.0.iter().skip(1));
        through_shell.push(ptr::null());
        let mut plan = Plan {
            candidates: Table::new(&self.candidates),
            arguments,
            environment: Table::new(&self.environment),
            through_shell,
            folder: self.folder.as_ref().map_or(ptr::null(), |folder| folder.as_ptr()),
            stdio: self.stdio.clone(),
            detached: self.detached,
            user: self.user,
            group: self.group,
            failure: 0,
        };
        let started = with_signals_blocked(|| branch_off(&mut plan))?;
        if plan.failure == 0 {
            return Ok(started);
        }
        // It got no further than to say why not.
        let mut status = 0;
        // SAFETY: our own child, which has ended.
        unsafe { libc::waitpid(started.pid, &mut status, 0) };
        Err(io::Error::from_raw_os_error(plan.failure))
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
fn branch_off(plan: &mut Plan) -> io::Result<Started> {
    const STACK: usize = 128 * 1024;
    let mut stack: Vec<u8> = Vec::with_capacity(STACK);
    let mut ended: c_int = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    // SAFETY: the top of the stack is aligned and within the allocation, which outlives the child's use of it, since the
    // parent stands still until the child has called exec or ended. `become_program` touches only the plan.
    let pid = unsafe {
        let top = stack.as_mut_ptr().add(STACK);
        let top = top.sub(top as usize % 16);
        libc::clone(become_program, top.cast(), flags, ptr::from_mut(plan).cast(), &raw mut ended)
    };
    if pid == -1 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a descriptor that the system has just made for us, closed on exec.
    Ok(Started { pid, ended: (ended >= 0).then(|| unsafe { OwnedFd::from_raw_fd(ended) }) })
}

/// A real fork: the child tells its failure through a pipe.
#[cfg(not(target_os = "linux"))]
fn branch_off(plan: &mut Plan) -> io::Result<Started> {
    use std::io::{Read as _, Write as _};
    let (mut reading, mut writing) = io::pipe()?;
    // SAFETY: the child calls only what is allowed after a fork.
    let pid = unsafe { libc::fork() };
    match pid {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            become_program(ptr::from_mut(plan).cast());
            let _ = writing.write_all(&plan.failure.to_ne_bytes());
            // SAFETY: does not return.
            unsafe { libc::_exit(127) }
        }
        _ => {
            drop(writing);
            let mut failure = [0; 4];
            plan.failure = reading.read_exact(&mut failure).map_or(0, |()| c_int::from_ne_bytes(failure));
            Ok(Started { pid, ended: None })
        }
    }
}

/// In the child. Returns only if it could not.
extern "C" fn become_program(plan: *mut c_void) -> c_int {
    // SAFETY: the plan of `start`, which stands still meanwhile; every call is allowed between fork and exec.
    unsafe {
        let plan = &mut *plan.cast::<Plan>();
        plan.failure = match prepare(plan) {
            Ok(()) => execute(plan),
            Err(errno) => errno,
        };
    }
    127
}

fn errno() -> c_int {
    // SAFETY: this thread's own.
    unsafe { *crate::bindings::signals::errno_location() }
}

fn demand(answer: c_int) -> Result<c_int, c_int> {
    if answer == -1 { Err(errno()) } else { Ok(answer) }
}

/// # Safety
/// Only in the child.
unsafe fn prepare(plan: &mut Plan) -> Result<(), c_int> {
    // SAFETY: the caller's promise; all pointers are the plan's.
    unsafe {
        for signal in 1..32 {
            if signal != libc::SIGKILL && signal != libc::SIGSTOP {
                libc::signal(signal, libc::SIG_DFL);
            }
        }
        if plan.detached {
            libc::setsid();
        }
        place_descriptors(&mut plan.stdio)?;
        if !plan.folder.is_null() {
            demand(libc::chdir(plan.folder))?;
        }
        if plan.user.is_some() || plan.group.is_some() {
            // Where that is not allowed, neither are the next.
            forget_groups();
        }
        if let Some(group) = plan.group {
            demand(set_group(group))?;
        }
        if let Some(user) = plan.user {
            demand(set_user(user))?;
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut());
        Ok(())
    }
}

use identity::{forget_groups, set_group, set_user};

#[cfg(target_os = "linux")]
mod identity {
    pub fn forget_groups() {
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
mod identity {
    pub fn forget_groups() {
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
unsafe fn place_descriptors(stdio: &mut [RawFd]) -> Result<(), c_int> {
    let count = stdio.len() as RawFd;
    // SAFETY: the caller's promise; descriptors are numbers, and the path is a constant.
    unsafe {
        // Those that would be overwritten before their turn go out of the way first.
        for (place, source) in (0..).zip(stdio.iter_mut()) {
            if (0..place).contains(source) {
                *source = demand(libc::fcntl(*source, libc::F_DUPFD_CLOEXEC, count))?;
            }
        }
        for (place, source) in (0..).zip(stdio.iter().copied()) {
            if source < 0 {
                if place <= libc::STDERR_FILENO {
                    let mode = if place == libc::STDIN_FILENO { libc::O_RDONLY } else { libc::O_RDWR };
                    let null = demand(libc::open(c"/dev/null".as_ptr(), mode))?;
                    if null != place {
                        demand(libc::dup2(null, place))?;
                        libc::close(null);
                    }
                }
            } else if source == place {
                demand(libc::fcntl(place, libc::F_SETFD, 0))?;
            } else {
                demand(libc::dup2(source, place))?;
            }
            if source >= 0 && place <= libc::STDERR_FILENO {
                let flags = libc::fcntl(place, libc::F_GETFL);
                if flags != -1 && flags & libc::O_NONBLOCK != 0 {
                    libc::fcntl(place, libc::F_SETFL, flags & !libc::O_NONBLOCK);
                }
            }
        }
        close_others(count.max(3));
    }
    Ok(())
}

/// Nothing else reaches the new program, whoever opened it and how.
///
/// # Safety
/// Only in the child.
unsafe fn close_others(from: RawFd) {
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
unsafe fn execute(plan: &mut Plan) -> c_int {
    let mut failure = libc::ENOENT;
    let mut was_refused = false;
    for &candidate in plan.candidates.0.iter().take_while(|candidate| !candidate.is_null()) {
        // SAFETY: tables that end with null, of texts that live in the parent.
        unsafe {
            libc::execve(candidate, plan.arguments.0.as_ptr(), plan.environment.0.as_ptr());
            if errno() == libc::ENOEXEC {
                plan.through_shell[1] = candidate;
                libc::execve(plan.through_shell[0], plan.through_shell.as_ptr(), plan.environment.0.as_ptr());
            }
        }
        failure = errno();
        match failure {
            libc::EACCES => was_refused = true,
            libc::ENOENT | libc::ENOTDIR | libc::ESTALE | libc::ENODEV | libc::ETIMEDOUT => {}
            _ => return failure,
        }
    }
    if was_refused { libc::EACCES } else { failure }
}
