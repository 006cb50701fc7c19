//! Terminals: window size and raw mode.
//!
//! A terminal in raw mode is restored when the process exits, or is killed by a signal: otherwise the shell would have
//! no echo.

use crate::bindings::Binding;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

struct SavedSettings {
    fd: i32,
    settings: libc::termios,
}

/// The terminal in raw mode, and its previous settings. Never freed: a signal handler may be reading it.
static SAVED: AtomicPtr<SavedSettings> = AtomicPtr::new(ptr::null_mut());

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("isTTY", |call| {
            // SAFETY: isatty accepts any number.
            Ok((unsafe { libc::isatty(call.number(0)? as i32) } == 1).into())
        })
        .function("windowSize", |call| {
            let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
            // SAFETY: TIOCGWINSZ fills the struct.
            let done = unsafe { libc::ioctl(call.number(0)? as i32, libc::TIOCGWINSZ, &mut size) } == 0;
            let size = f64::from(size.ws_col) * 65536.0 + f64::from(size.ws_row);
            Ok(if done { size } else { f64::from(-last_errno()) }.into())
        })
        .function("setRawMode", |call| {
            let fd = call.number(0)? as i32;
            let done = match call.number(1)? as i32 {
                0 => restore(),
                mode => make_raw(fd, mode == RAW_OUTPUT),
            };
            Ok(done.map_or_else(|errno| -errno, |()| 0).into())
        });
}

/// The mode that also disables output processing.
const RAW_OUTPUT: i32 = 2;

/// Keys are delivered one by one, without echo and signals; output is processed as before, unless `raw_output` is set.
fn make_raw(fd: i32, raw_output: bool) -> Result<(), i32> {
    let mut settings = MaybeUninit::<libc::termios>::zeroed();
    // SAFETY: tcgetattr fills the struct.
    if unsafe { libc::tcgetattr(fd, settings.as_mut_ptr()) } == -1 {
        return Err(last_errno());
    }
    // SAFETY: filled above.
    let before = unsafe { settings.assume_init() };
    let mut raw = before;
    if raw_output {
        // SAFETY: cfmakeraw changes the struct.
        unsafe { libc::cfmakeraw(&mut raw) };
    } else {
        set_key_mode(&mut raw);
    }
    set(fd, &raw)?;
    if SAVED.load(Ordering::Acquire).is_null() {
        SAVED.store(Box::into_raw(Box::new(SavedSettings { fd, settings: before })), Ordering::Release);
        restore_on(libc::SIGINT);
        restore_on(libc::SIGTERM);
    }
    Ok(())
}

fn set_key_mode(raw: &mut libc::termios) {
    raw.c_iflag &= !(libc::BRKINT | libc::ICRNL | libc::INPCK | libc::ISTRIP | libc::IXON);
    raw.c_oflag |= libc::ONLCR;
    raw.c_cflag |= libc::CS8;
    raw.c_lflag &= !(libc::ECHO | libc::ICANON | libc::IEXTEN | libc::ISIG);
    raw.c_cc[libc::VMIN] = 1;
    raw.c_cc[libc::VTIME] = 0;
}

/// Restores a terminal in raw mode.
pub fn restore() -> Result<(), i32> {
    // SAFETY: null or a leaked box.
    match unsafe { SAVED.swap(ptr::null_mut(), Ordering::AcqRel).as_ref() } {
        Some(before) => set(before.fd, &before.settings),
        None => Ok(()),
    }
}

/// If the signal has its default action, restores the terminal before the process is killed.
fn restore_on(signal: i32) {
    // SAFETY: an all-zero sigaction is valid and the default action; sigaction reads one and fills the other.
    unsafe {
        let mut current: libc::sigaction = std::mem::zeroed();
        if libc::sigaction(signal, ptr::null(), &mut current) == 0 && current.sa_sigaction == libc::SIG_DFL {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_terminating_signal as *const () as usize;
            libc::sigaction(signal, &action, ptr::null_mut());
        }
    }
}

extern "C" fn on_terminating_signal(signal: i32) {
    let _ = restore();
    // SAFETY: both are allowed in a signal handler; with the default action restored the signal kills the process.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

fn set(fd: i32, settings: &libc::termios) -> Result<(), i32> {
    // SAFETY: a valid termios.
    if unsafe { libc::tcsetattr(fd, libc::TCSADRAIN, settings) } == -1 { Err(last_errno()) } else { Ok(()) }
}

fn last_errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}
