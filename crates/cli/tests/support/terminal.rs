//! A pseudo-terminal: the test has its keyboard and its screen, and a program runs on the other side.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

/// In milliseconds. A program that prints nothing for longer hangs.
const PATIENCE: i32 = 60_000;

pub struct Terminal {
    pub child: Child,
    screen: File,
    /// Kept open, so that what was written last can still be read.
    _line: OwnedFd,
}

impl Terminal {
    /// Starts a program with this as its controlling terminal: 80 by 24, with colours.
    pub fn run(mut command: Command) -> Terminal {
        let (mut screen, mut line) = (0, 0);
        let size = size(80, 24);
        let (name, settings) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: both descriptors are written to variables of ours, the size is read; no name and no settings are requested.
        let opened = unsafe { libc::openpty(&mut screen, &mut line, name, settings, (&raw const size).cast_mut()) };
        assert_eq!(opened, 0);
        // SAFETY: openpty has just opened them, and nothing else has their numbers.
        let (screen, line) = unsafe { (File::from_raw_fd(screen), OwnedFd::from_raw_fd(line)) };
        let side = || Stdio::from(line.try_clone().unwrap());
        command.stdin(side()).stdout(side()).stderr(side()).env("TERM", "xterm-256color");
        // SAFETY: both calls are allowed between fork and exec.
        unsafe {
            command.pre_exec(|| {
                libc::setsid();
                libc::ioctl(0, libc::TIOCSCTTY, 0);
                Ok(())
            });
        }
        Terminal { child: command.spawn().unwrap(), screen, _line: line }
    }

    pub fn press(&mut self, keys: &str) {
        self.screen.write_all(keys.as_bytes()).unwrap();
    }

    /// Reads until the screen shows `text`; returns all that was read.
    #[track_caller]
    pub fn shows(&mut self, text: &str) -> String {
        let mut seen = Vec::new();
        let mut byte = [0];
        while !String::from_utf8_lossy(&seen).contains(text) {
            let mut poll = libc::pollfd { fd: self.screen.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one pollfd, as the count says.
            let ready = unsafe { libc::poll(&mut poll, 1, PATIENCE) };
            assert!(ready > 0, "waited for {text:?}, saw {:?}", String::from_utf8_lossy(&seen));
            assert_eq!(self.screen.read(&mut byte).unwrap(), 1);
            seen.push(byte[0]);
        }
        String::from_utf8_lossy(&seen).into_owned()
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        // SAFETY: TIOCSWINSZ reads the struct it is given.
        assert_eq!(unsafe { libc::ioctl(self.screen.as_raw_fd(), libc::TIOCSWINSZ, &size(columns, rows)) }, 0);
    }

    pub fn settings(&self) -> libc::termios {
        // SAFETY: termios is valid when zeroed, and tcgetattr fills the struct it is given.
        unsafe {
            let mut settings = std::mem::zeroed();
            assert_eq!(libc::tcgetattr(self.screen.as_raw_fd(), &mut settings), 0);
            settings
        }
    }
}

fn size(columns: u16, rows: u16) -> libc::winsize {
    libc::winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}
