//! Safe wrappers of the system calls for sockets and pipes: an owned descriptor and its operations.

use super::address::Address;
use std::ffi::c_int;
use std::io;
use std::mem::{MaybeUninit, size_of};
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The type of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Tcp = 0,
    /// A Unix domain socket, or one end of a pipe.
    Pipe = 1,
    Terminal = 2,
}

/// stdin, stdout and stderr are shared by the whole process and with other processes, and so is a terminal: they are
/// not made non-blocking, which the others would notice, and the first three are never closed. They are read only after
/// poll() has reported that the read will not block.
pub struct Descriptor {
    pub fd: RawFd,
    pub is_shared: bool,
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        if self.fd > libc::STDERR_FILENO {
            // SAFETY: we own it; nothing uses it after this.
            unsafe { libc::close(self.fd) };
        }
    }
}

pub fn checked(result: c_int) -> io::Result<c_int> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

impl Descriptor {
    pub fn socket(family: c_int) -> io::Result<Descriptor> {
        Descriptor::socket_of_type(family, libc::SOCK_STREAM)
    }

    /// A datagram socket.
    pub fn datagram_socket(family: c_int) -> io::Result<Descriptor> {
        Descriptor::socket_of_type(family, libc::SOCK_DGRAM)
    }

    fn socket_of_type(family: c_int, kind: c_int) -> io::Result<Descriptor> {
        // SAFETY: no pointers.
        let fd = checked(unsafe { libc::socket(family, kind | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC, 0) })?;
        Ok(Descriptor { fd, is_shared: false })
    }

    /// Takes ownership of an existing descriptor.
    pub fn adopt(fd: RawFd) -> io::Result<Descriptor> {
        // SAFETY: fcntl accepts any number.
        let flags = checked(unsafe { libc::fcntl(fd, libc::F_GETFL) })?;
        // SAFETY: isatty accepts any number.
        let is_shared = fd <= libc::STDERR_FILENO || unsafe { libc::isatty(fd) } == 1;
        if !is_shared && flags & libc::O_NONBLOCK == 0 {
            // SAFETY: as above.
            checked(unsafe { libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK) })?;
        }
        Ok(Descriptor { fd, is_shared })
    }

    pub fn bind(&self, address: &Address) -> io::Result<()> {
        let (raw, length) = address.raw();
        // SAFETY: a valid socket address and its length.
        checked(unsafe { libc::bind(self.fd, (&raw const raw).cast(), length) }).map(drop)
    }

    pub fn bind_path(&self, path: &Path) -> io::Result<()> {
        let (raw, length) = path_address(path)?;
        // SAFETY: as above.
        checked(unsafe { libc::bind(self.fd, (&raw const raw).cast(), length) }).map(drop)
    }

    pub fn listen(&self, backlog: c_int) -> io::Result<()> {
        // SAFETY: no pointers.
        checked(unsafe { libc::listen(self.fd, backlog) }).map(drop)
    }

    /// EINPROGRESS is no error.
    pub fn connect(&self, address: &Address) -> io::Result<()> {
        let (raw, length) = address.raw();
        // SAFETY: a valid socket address and its length.
        ignore_in_progress(checked(unsafe { libc::connect(self.fd, (&raw const raw).cast(), length) }))
    }

    pub fn connect_path(&self, path: &Path) -> io::Result<()> {
        let (raw, length) = path_address(path)?;
        // SAFETY: as above.
        ignore_in_progress(checked(unsafe { libc::connect(self.fd, (&raw const raw).cast(), length) }))
    }

    pub fn accept(&self) -> io::Result<Descriptor> {
        let flags = libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;
        // SAFETY: the peer's address is not requested, so the pointers are null.
        let fd = checked(unsafe { libc::accept4(self.fd, std::ptr::null_mut(), std::ptr::null_mut(), flags) })?;
        Ok(Descriptor { fd, is_shared: false })
    }

    /// Returns how many bytes were read into `buffer`.
    pub fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_shared && !self.is_ready_for(libc::POLLIN) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        // SAFETY: pointer and length describe the slice.
        let count = unsafe { libc::read(self.fd, buffer.as_mut_ptr().cast(), buffer.len()) };
        usize::try_from(count).map_err(|_| io::Error::last_os_error())
    }

    pub fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        // SAFETY: pointer and length describe the slice.
        let count = unsafe { libc::write(self.fd, bytes.as_ptr().cast(), bytes.len()) };
        usize::try_from(count).map_err(|_| io::Error::last_os_error())
    }

    fn is_ready_for(&self, events: libc::c_short) -> bool {
        let mut poll = libc::pollfd { fd: self.fd, events, revents: 0 };
        // SAFETY: one pollfd, as the count says.
        unsafe { libc::poll(&mut poll, 1, 0) > 0 }
    }

    pub fn shutdown(&self) -> io::Result<()> {
        // SAFETY: no pointers.
        checked(unsafe { libc::shutdown(self.fd, libc::SHUT_WR) }).map(drop)
    }

    /// The pending error of the socket (SO_ERROR).
    pub fn take_error(&self) -> io::Result<()> {
        match self.option(libc::SOL_SOCKET, libc::SO_ERROR)? {
            0 => Ok(()),
            errno => Err(io::Error::from_raw_os_error(errno)),
        }
    }

    pub fn option(&self, level: c_int, name: c_int) -> io::Result<c_int> {
        let mut value: c_int = 0;
        let mut length = size_of::<c_int>() as libc::socklen_t;
        // SAFETY: a pointer to an int, and its size.
        checked(unsafe { libc::getsockopt(self.fd, level, name, (&raw mut value).cast(), &mut length) })?;
        Ok(value)
    }

    pub fn set_option(&self, level: c_int, name: c_int, value: c_int) -> io::Result<()> {
        self.set_struct_option(level, name, &value)
    }

    /// Sets an option whose value is a struct.
    pub fn set_struct_option<T: Copy>(&self, level: c_int, name: c_int, value: &T) -> io::Result<()> {
        let length = size_of::<T>() as libc::socklen_t;
        // SAFETY: a pointer to a value, and its size.
        checked(unsafe { libc::setsockopt(self.fd, level, name, (&raw const *value).cast(), length) }).map(drop)
    }

    /// Makes close() send a RST and discard unsent data.
    pub fn reset_on_close(&self) -> io::Result<()> {
        let linger = libc::linger { l_onoff: 1, l_linger: 0 };
        self.set_struct_option(libc::SOL_SOCKET, libc::SO_LINGER, &linger)
    }

    pub fn local_address(&self) -> io::Result<Option<Address>> {
        self.query_address(libc::getsockname)
    }

    pub fn peer_address(&self) -> io::Result<Option<Address>> {
        self.query_address(libc::getpeername)
    }

    fn query_address(
        &self,
        query: unsafe extern "C" fn(c_int, *mut libc::sockaddr, *mut libc::socklen_t) -> c_int,
    ) -> io::Result<Option<Address>> {
        let mut raw = MaybeUninit::<libc::sockaddr_storage>::zeroed();
        let mut length = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
        // SAFETY: a buffer for any address, and its size; all zeros are a valid one.
        unsafe {
            checked(query(self.fd, raw.as_mut_ptr().cast(), &mut length))?;
            Ok(Address::from_raw(&raw.assume_init()))
        }
    }

    /// The type of the descriptor, if it can be a stream.
    pub fn kind(&self) -> io::Result<Kind> {
        // SAFETY: isatty accepts any number.
        if unsafe { libc::isatty(self.fd) } == 1 {
            return Ok(Kind::Terminal);
        }
        match self.option(libc::SOL_SOCKET, libc::SO_DOMAIN) {
            Ok(libc::AF_INET | libc::AF_INET6) => Ok(Kind::Tcp),
            Ok(libc::AF_UNIX) => Ok(Kind::Pipe),
            Err(error) if error.raw_os_error() == Some(libc::ENOTSOCK) => self.pipe_kind(),
            Err(error) => Err(error),
            Ok(_) => Err(io::Error::from_raw_os_error(libc::EINVAL)),
        }
    }

    fn pipe_kind(&self) -> io::Result<Kind> {
        let mut status = MaybeUninit::<libc::stat>::zeroed();
        // SAFETY: fstat fills the struct; all zeros are a valid one.
        let mode = unsafe {
            checked(libc::fstat(self.fd, status.as_mut_ptr()))?;
            status.assume_init().st_mode & libc::S_IFMT
        };
        // Devices such as /dev/null are accepted; those that cannot be polled fail when reading starts.
        if mode == libc::S_IFIFO || mode == libc::S_IFCHR {
            Ok(Kind::Pipe)
        } else {
            Err(io::Error::from_raw_os_error(libc::EINVAL))
        }
    }
}

fn ignore_in_progress(outcome: io::Result<c_int>) -> io::Result<()> {
    match outcome {
        Err(error) if matches!(error.raw_os_error(), Some(libc::EINPROGRESS | libc::EINTR)) => Ok(()),
        outcome => outcome.map(drop),
    }
}

/// A name that starts with NUL is in Linux's abstract namespace, not in the file system.
fn path_address(path: &Path) -> io::Result<(libc::sockaddr_un, libc::socklen_t)> {
    let name = path.as_os_str().as_bytes();
    // SAFETY: all zeros are a valid address.
    let mut raw: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    raw.sun_family = libc::AF_UNIX as libc::sa_family_t;
    let is_abstract = name.first() == Some(&0);
    // A path must be NUL-terminated.
    let capacity = raw.sun_path.len() - usize::from(!is_abstract);
    if name.is_empty() || name.len() > capacity || (!is_abstract && name.contains(&0)) {
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    }
    for (slot, byte) in raw.sun_path.iter_mut().zip(name) {
        *slot = byte.cast_signed();
    }
    let length = if is_abstract {
        std::mem::offset_of!(libc::sockaddr_un, sun_path) + name.len()
    } else {
        size_of::<libc::sockaddr_un>()
    };
    Ok((raw, length as libc::socklen_t))
}
