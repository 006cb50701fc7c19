//! The system calls of sockets and pipes, made safe: a descriptor that is ours, and what can be done to it.

use super::address::Address;
use std::ffi::c_int;
use std::io;
use std::mem::{MaybeUninit, size_of};
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What stands behind a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Tcp = 0,
    /// A Unix domain socket, or one end of a pipe.
    Pipe = 1,
    Terminal = 2,
}

/// The first three are the whole process's, and other processes', and so is a terminal: they are not made non-blocking, which
/// the others would see, and the first three are never closed. A read is then made only after the system said that it will not block.
pub struct Descriptor {
    pub fd: RawFd,
    pub is_shared: bool,
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        if self.fd > libc::STDERR_FILENO {
            // SAFETY: ours to close; nothing uses it after this.
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

    /// A socket for datagrams.
    pub fn datagram_socket(family: c_int) -> io::Result<Descriptor> {
        Descriptor::socket_of_type(family, libc::SOCK_DGRAM)
    }

    fn socket_of_type(family: c_int, kind: c_int) -> io::Result<Descriptor> {
        // SAFETY: no pointers.
        let fd = checked(unsafe { libc::socket(family, kind | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC, 0) })?;
        Ok(Descriptor { fd, is_shared: false })
    }

    /// Takes over a descriptor that somebody else made.
    pub fn adopt(fd: RawFd) -> io::Result<Descriptor> {
        // SAFETY: fcntl takes any number.
        let flags = checked(unsafe { libc::fcntl(fd, libc::F_GETFL) })?;
        // SAFETY: isatty takes any number.
        let is_shared = fd <= libc::STDERR_FILENO || unsafe { libc::isatty(fd) } == 1;
        if !is_shared && flags & libc::O_NONBLOCK == 0 {
            // SAFETY: as above.
            checked(unsafe { libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK) })?;
        }
        Ok(Descriptor { fd, is_shared })
    }

    pub fn bind(&self, address: &Address) -> io::Result<()> {
        let (raw, length) = address.raw();
        // SAFETY: a whole socket address and its length.
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

    /// That it takes its time is no error.
    pub fn connect(&self, address: &Address) -> io::Result<()> {
        let (raw, length) = address.raw();
        // SAFETY: a whole socket address and its length.
        ignore_in_progress(checked(unsafe { libc::connect(self.fd, (&raw const raw).cast(), length) }))
    }

    pub fn connect_path(&self, path: &Path) -> io::Result<()> {
        let (raw, length) = path_address(path)?;
        // SAFETY: as above.
        ignore_in_progress(checked(unsafe { libc::connect(self.fd, (&raw const raw).cast(), length) }))
    }

    pub fn accept(&self) -> io::Result<Descriptor> {
        let flags = libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;
        // SAFETY: nobody asks who it is.
        let fd = checked(unsafe { libc::accept4(self.fd, std::ptr::null_mut(), std::ptr::null_mut(), flags) })?;
        Ok(Descriptor { fd, is_shared: false })
    }

    /// How many bytes were read into `buffer`.
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

    /// The error that the socket has to tell.
    pub fn take_error(&self) -> io::Result<()> {
        match self.option(libc::SOL_SOCKET, libc::SO_ERROR)? {
            0 => Ok(()),
            errno => Err(io::Error::from_raw_os_error(errno)),
        }
    }

    pub fn option(&self, level: c_int, name: c_int) -> io::Result<c_int> {
        let mut value: c_int = 0;
        let mut length = size_of::<c_int>() as libc::socklen_t;
        // SAFETY: an int and its size.
        checked(unsafe { libc::getsockopt(self.fd, level, name, (&raw mut value).cast(), &mut length) })?;
        Ok(value)
    }

    pub fn set_option(&self, level: c_int, name: c_int, value: c_int) -> io::Result<()> {
        self.set_struct_option(level, name, &value)
    }

    /// An option whose value is one of the system's own structs.
    pub fn set_struct_option<T: Copy>(&self, level: c_int, name: c_int, value: &T) -> io::Result<()> {
        let length = size_of::<T>() as libc::socklen_t;
        // SAFETY: a value and its size.
        checked(unsafe { libc::setsockopt(self.fd, level, name, (&raw const *value).cast(), length) }).map(drop)
    }

    /// Closing it will tell the other side that something went wrong, and throw away what is unsent.
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
        // SAFETY: room for any address, and how much that is; all zeros are a valid one.
        unsafe {
            checked(query(self.fd, raw.as_mut_ptr().cast(), &mut length))?;
            Ok(Address::from_raw(&raw.assume_init()))
        }
    }

    /// What it is, if it can be a stream.
    pub fn kind(&self) -> io::Result<Kind> {
        // SAFETY: isatty takes any number.
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
        // SAFETY: fstat fills the struct it is given; all zeros are a valid one.
        let mode = unsafe {
            checked(libc::fstat(self.fd, status.as_mut_ptr()))?;
            status.assume_init().st_mode & libc::S_IFMT
        };
        // Devices such as /dev/null can be opened so too; those that cannot be watched fail when they are read.
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

/// A name that begins with NUL is in the system's own name space and no file.
fn path_address(path: &Path) -> io::Result<(libc::sockaddr_un, libc::socklen_t)> {
    let name = path.as_os_str().as_bytes();
    // SAFETY: all zeros are a valid address.
    let mut raw: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    raw.sun_family = libc::AF_UNIX as libc::sa_family_t;
    let is_abstract = name.first() == Some(&0);
    // Files need the NUL at their end.
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
