//! The clients of `./x bench net`, single-threaded.

use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

const CONNECTIONS: usize = 64;
const MESSAGE: usize = 1024;
const ECHO_TIME: Duration = Duration::from_secs(2);
const GIGABYTE: usize = 1 << 30;
const MAX_IDLE: usize = 10_000;

/// The limit of open descriptors; children inherit it.
pub struct Limits {
    descriptors: usize,
}

impl Limits {
    /// Raises the soft limit to the hard limit.
    pub fn raise() -> Limits {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: `limit` is valid for the duration of the calls.
        unsafe {
            libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit);
            limit.rlim_cur = limit.rlim_max.min(65_536);
            libc::setrlimit(libc::RLIMIT_NOFILE, &limit);
        }
        Limits { descriptors: limit.rlim_cur as usize }
    }
}

fn connect(port: u16) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Nanoseconds for one round trip, with 64 of them in flight.
pub fn echo(port: u16) -> io::Result<f64> {
    let message = [b'x'; MESSAGE];
    let mut streams = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut stream = connect(port)?;
        stream.write_all(&message)?;
        stream.set_nonblocking(true)?;
        streams.push((stream, 0));
    }
    let mut polled: Vec<libc::pollfd> = streams
        .iter()
        .map(|(stream, _)| libc::pollfd { fd: stream.as_raw_fd(), events: libc::POLLIN, revents: 0 })
        .collect();
    let (begin, mut count) = (Instant::now(), 0u64);
    let mut buffer = [0; MESSAGE];
    while begin.elapsed() < ECHO_TIME {
        // SAFETY: the array is valid for the duration of the call, and has the given length.
        unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as libc::nfds_t, 1000) };
        for (index, (stream, heard)) in streams.iter_mut().enumerate() {
            if polled[index].revents == 0 {
                continue;
            }
            match stream.read(&mut buffer[..MESSAGE - *heard]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(length) => *heard += length,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
            if *heard == MESSAGE {
                (*heard, count) = (0, count + 1);
                stream.write_all(&message)?;
            }
        }
    }
    Ok(begin.elapsed().as_nanos() as f64 / count.max(1) as f64)
}

/// Nanoseconds per megabyte.
pub fn download(port: u16) -> io::Result<f64> {
    let mut stream = connect(port)?;
    let begin = Instant::now();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")?;
    let mut buffer = vec![0; 256 * 1024];
    let mut total = 0;
    loop {
        match stream.read(&mut buffer)? {
            0 => break,
            count => total += count,
        }
    }
    if total < GIGABYTE {
        return Err(io::Error::other(format!("only {total} bytes came")));
    }
    Ok(begin.elapsed().as_nanos() as f64 / 1024.0)
}

/// The memory in bytes of each of many idle connections that were served once.
pub fn idle(port: u16, statm: &Path, limits: &Limits) -> io::Result<f64> {
    let count = MAX_IDLE.min(limits.descriptors.saturating_sub(200));
    // The baseline of every server.
    drop(served(port)?);
    thread::sleep(Duration::from_millis(300));
    let before = resident(statm)?;
    let streams: Vec<TcpStream> = (0..count).map(|_| served(port)).collect::<io::Result<_>>()?;
    thread::sleep(Duration::from_secs(1));
    let after = resident(statm)?;
    drop(streams);
    Ok((after.saturating_sub(before) as f64 / count as f64).max(1.0))
}

fn served(port: u16) -> io::Result<TcpStream> {
    let mut stream = connect(port)?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")?;
    let mut response = Vec::new();
    let mut buffer = [0; 1024];
    while !response.ends_with(b"hello world\n") && !response.ends_with(b"\r\n0\r\n\r\n") {
        match stream.read(&mut buffer)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            length => response.extend_from_slice(&buffer[..length]),
        }
    }
    Ok(stream)
}

fn resident(statm: &Path) -> io::Result<u64> {
    let text = fs::read_to_string(statm)?;
    let pages: u64 = text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    // SAFETY: sysconf takes an integer.
    Ok(pages * unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as u64)
}
