//! System errors in Node's format: `ENOENT: no such file or directory, open 'x'`.

use hexloop_engine::Throw;
use std::io;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemError {
    pub errno: i32,
    pub syscall: &'static str,
    pub path: Option<String>,
    pub dest: Option<String>,
}

impl SystemError {
    pub fn new(errno: i32, syscall: &'static str) -> SystemError {
        SystemError { errno, syscall, path: None, dest: None }
    }

    pub fn last(syscall: &'static str) -> SystemError {
        SystemError::from_io(&io::Error::last_os_error(), syscall)
    }

    pub fn from_io(error: &io::Error, syscall: &'static str) -> SystemError {
        SystemError::new(error.raw_os_error().unwrap_or(libc::EIO), syscall)
    }

    pub fn path(mut self, path: impl Into<String>) -> SystemError {
        self.path = Some(path.into());
        self
    }

    pub fn dest(mut self, dest: impl Into<String>) -> SystemError {
        self.dest = Some(dest.into());
        self
    }

    pub fn to_throw(&self) -> Throw {
        let (code, text) = describe(self.errno);
        let mut message = format!("{code}: {text}, {}", self.syscall);
        if let Some(path) = &self.path {
            message.push_str(&format!(" '{path}'"));
        }
        if let Some(dest) = &self.dest {
            message.push_str(&format!(" -> '{dest}'"));
        }
        let mut throw = Throw::error(message)
            .number("errno", f64::from(-self.errno))
            .text("code", code)
            .text("syscall", self.syscall);
        if let Some(path) = &self.path {
            throw = throw.text("path", path.clone());
        }
        if let Some(dest) = &self.dest {
            throw = throw.text("dest", dest.clone());
        }
        throw
    }
}

/// libuv's name and message for an errno. Others get their number and the system's message.
pub fn describe(errno: i32) -> (String, String) {
    for (number, code, text) in TABLE {
        if *number == errno {
            return ((*code).to_owned(), (*text).to_owned());
        }
    }
    let text = io::Error::from_raw_os_error(errno).to_string();
    (format!("E{errno}"), text.split(" (os error").next().unwrap_or(&text).to_lowercase())
}

const TABLE: &[(i32, &str, &str)] = &[
    (libc::E2BIG, "E2BIG", "argument list too long"),
    (libc::EACCES, "EACCES", "permission denied"),
    (libc::EADDRINUSE, "EADDRINUSE", "address already in use"),
    (libc::EADDRNOTAVAIL, "EADDRNOTAVAIL", "address not available"),
    (libc::EAFNOSUPPORT, "EAFNOSUPPORT", "address family not supported"),
    (libc::EAGAIN, "EAGAIN", "resource temporarily unavailable"),
    (libc::EALREADY, "EALREADY", "connection already in progress"),
    (libc::EBADF, "EBADF", "bad file descriptor"),
    (libc::EBUSY, "EBUSY", "resource busy or locked"),
    (libc::ECANCELED, "ECANCELED", "operation canceled"),
    (libc::ECONNABORTED, "ECONNABORTED", "software caused connection abort"),
    (libc::ECONNREFUSED, "ECONNREFUSED", "connection refused"),
    (libc::ECONNRESET, "ECONNRESET", "connection reset by peer"),
    (libc::EDESTADDRREQ, "EDESTADDRREQ", "destination address required"),
    (libc::EEXIST, "EEXIST", "file already exists"),
    (libc::EFAULT, "EFAULT", "bad address in system call argument"),
    (libc::EFBIG, "EFBIG", "file too large"),
    (libc::EHOSTUNREACH, "EHOSTUNREACH", "host is unreachable"),
    (libc::EINTR, "EINTR", "interrupted system call"),
    (libc::EINVAL, "EINVAL", "invalid argument"),
    (libc::EIO, "EIO", "i/o error"),
    (libc::EISCONN, "EISCONN", "socket is already connected"),
    (libc::EISDIR, "EISDIR", "illegal operation on a directory"),
    (libc::ELOOP, "ELOOP", "too many symbolic links encountered"),
    (libc::EMFILE, "EMFILE", "too many open files"),
    (libc::EMLINK, "EMLINK", "too many links"),
    (libc::EMSGSIZE, "EMSGSIZE", "message too long"),
    (libc::ENAMETOOLONG, "ENAMETOOLONG", "name too long"),
    (libc::ENETDOWN, "ENETDOWN", "network is down"),
    (libc::ENETUNREACH, "ENETUNREACH", "network is unreachable"),
    (libc::ENFILE, "ENFILE", "file table overflow"),
    (libc::ENOBUFS, "ENOBUFS", "no buffer space available"),
    (libc::ENODEV, "ENODEV", "no such device"),
    (libc::ENOENT, "ENOENT", "no such file or directory"),
    (libc::ENOEXEC, "ENOEXEC", "exec format error"),
    (libc::ENOMEM, "ENOMEM", "not enough memory"),
    (libc::ENOPROTOOPT, "ENOPROTOOPT", "protocol not available"),
    (libc::ENOSPC, "ENOSPC", "no space left on device"),
    (libc::ENOSYS, "ENOSYS", "function not implemented"),
    (libc::ENOTCONN, "ENOTCONN", "socket is not connected"),
    (libc::ENOTDIR, "ENOTDIR", "not a directory"),
    (libc::ENOTEMPTY, "ENOTEMPTY", "directory not empty"),
    (libc::ENOTSOCK, "ENOTSOCK", "socket operation on non-socket"),
    (libc::ENOTSUP, "ENOTSUP", "operation not supported on socket"),
    (libc::ENOTTY, "ENOTTY", "inappropriate ioctl for device"),
    (libc::ENXIO, "ENXIO", "no such device or address"),
    (libc::EOVERFLOW, "EOVERFLOW", "value too large for defined data type"),
    (libc::EPERM, "EPERM", "operation not permitted"),
    (libc::EPIPE, "EPIPE", "broken pipe"),
    (libc::EPROTO, "EPROTO", "protocol error"),
    (libc::EPROTONOSUPPORT, "EPROTONOSUPPORT", "protocol not supported"),
    (libc::ERANGE, "ERANGE", "result too large"),
    (libc::EROFS, "EROFS", "read-only file system"),
    (libc::ESPIPE, "ESPIPE", "invalid seek"),
    (libc::ESRCH, "ESRCH", "no such process"),
    (libc::ETIMEDOUT, "ETIMEDOUT", "connection timed out"),
    (libc::ETXTBSY, "ETXTBSY", "text file is busy"),
    (libc::EXDEV, "EXDEV", "cross-device link not permitted"),
];
