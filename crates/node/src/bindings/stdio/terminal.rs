//! What a terminal can be asked and told.

use crate::bindings::Binding;
use std::mem::MaybeUninit;
use std::sync::Mutex;

/// The terminal that is in raw mode, and how it was before.
static BEFORE: Mutex<Option<(i32, libc::termios)>> = Mutex::new(None);

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("isTTY", |call| {
            // SAFETY: isatty takes any number.
            Ok((unsafe { libc::isatty(call.number(0)? as i32) } == 1).into())
        })
        .function("windowSize", |call| {
            let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
            // SAFETY: TIOCGWINSZ fills the struct it is given.
            let done = unsafe { libc::ioctl(call.number(0)? as i32, libc::TIOCGWINSZ, &mut size) } == 0;
            Ok(if done { f64::from(size.ws_col) * 65536.0 + f64::from(size.ws_row) } else { 0.0 }.into())
        })
        .function("setRawMode", |call| {
            let done = if call.boolean(1) { make_raw(call.number(0)? as i32) } else { restore() };
            Ok(done.map_or_else(|errno| -errno, |()| 0).into())
        });
}

/// Keys arrive one by one and are neither shown nor taken as signals; output is as before.
fn make_raw(fd: i32) -> Result<(), i32> {
    let mut settings = MaybeUninit::<libc::termios>::zeroed();
    // SAFETY: tcgetattr fills the struct it is given.
    if unsafe { libc::tcgetattr(fd, settings.as_mut_ptr()) } == -1 {
        return Err(last_errno());
    }
    // SAFETY: filled above.
    let before = unsafe { settings.assume_init() };
    let mut raw = before;
    raw.c_iflag &= !(libc::BRKINT | libc::ICRNL | libc::INPCK | libc::ISTRIP | libc::IXON);
    raw.c_oflag |= libc::ONLCR;
    raw.c_cflag |= libc::CS8;
    raw.c_lflag &= !(libc::ECHO | libc::ICANON | libc::IEXTEN | libc::ISIG);
    raw.c_cc[libc::VMIN] = 1;
    raw.c_cc[libc::VTIME] = 0;
    set(fd, &raw)?;
    if let Ok(mut kept) = BEFORE.lock() {
        kept.get_or_insert((fd, before));
    }
    Ok(())
}

/// Puts a terminal that was made raw back as it was. Also at exit: the shell that follows must not find it raw.
pub fn restore() -> Result<(), i32> {
    match BEFORE.lock().ok().and_then(|mut kept| kept.take()) {
        Some((fd, before)) => set(fd, &before),
        None => Ok(()),
    }
}

fn set(fd: i32, settings: &libc::termios) -> Result<(), i32> {
    // SAFETY: a whole termios.
    if unsafe { libc::tcsetattr(fd, libc::TCSADRAIN, settings) } == -1 { Err(last_errno()) } else { Ok(()) }
}

fn last_errno() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}
