//! Standard input: pipes and terminals through poll, files through the pool.
//!
//! The descriptor is shared with other processes, so it is not made non-blocking, which they would see too: each read is
//! made only after the system says that it will not block.

use crate::bindings::Binding;
use crate::host::host;
use crate::requests::{self, Reply};
use crate::system_error::SystemError;
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, Source};
use hexloop_engine::{Out, Root};
use std::cell::{Cell, OnceCell, RefCell};
use std::io;
use std::rc::Rc;

/// As much as Node reads at a time.
const CHUNK: usize = 65536;
/// As often as libuv reads before it lets others have a turn.
const READS_AT_ONCE: usize = 32;

thread_local! {
    static READING: RefCell<Option<Rc<Reading>>> = const { RefCell::new(None) };
}

struct Reading {
    fd: i32,
    /// Takes (bytes), (null) at the end, or (a negative error number).
    deliver: OnceCell<Root>,
    source: OnceCell<Source>,
    stopped: Cell<bool>,
}

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("startReading", |call| {
            let outcome = start(call.number(0)? as i32, call.root(1));
            Ok(outcome.map_or_else(|error| -error.raw_os_error().unwrap_or(libc::EIO), |()| 0).into())
        })
        .function("stopReading", |_| {
            stop();
            Ok(().into())
        })
        .function("referenceReading", |call| {
            READING.with_borrow(|reading| {
                if let Some(source) = reading.as_ref().and_then(|reading| reading.source.get()) {
                    if call.boolean(0) { source.reference() } else { source.unreference() }
                }
            });
            Ok(().into())
        })
        .function("readFile", |call| {
            let fd = call.number(0)? as i32;
            requests::submit("read standard input", call.number(1)?, move || {
                read(fd).map(Reply::Bytes).map_err(|error| SystemError::from_io(&error, "read"))
            });
            Ok(().into())
        });
}

fn start(fd: i32, deliver: Root) -> io::Result<()> {
    stop();
    let reading =
        Rc::new(Reading { fd, deliver: OnceCell::from(deliver), source: OnceCell::new(), stopped: Cell::new(false) });
    let told = reading.clone();
    let source = Source::register(&host().lp, &mut SourceFd(&fd), Interest::READABLE, move |_| told.ready())?;
    let _ = reading.source.set(source);
    READING.set(Some(reading));
    Ok(())
}

fn stop() {
    if let Some(reading) = READING.take() {
        reading.stopped.set(true);
        if let Some(source) = reading.source.get() {
            let _ = source.deregister(&mut SourceFd(&reading.fd));
        }
    }
}

impl Reading {
    /// One macrotask per read. JavaScript may stop the reading at any of them.
    fn ready(&self) {
        for _ in 0..READS_AT_ONCE {
            if self.stopped.get() || !is_readable(self.fd) {
                return;
            }
            let (delivery, goes_on) = match read(self.fd) {
                Ok(bytes) if bytes.is_empty() => (Out::Null, false),
                Ok(bytes) => (Out::Bytes(bytes), true),
                Err(error) => (Out::Number(-f64::from(error.raw_os_error().unwrap_or(libc::EIO))), false),
            };
            if !goes_on {
                stop();
            }
            host().call(&self.deliver, vec![delivery]);
            if !goes_on {
                return;
            }
        }
        // Readiness is told once; asked again, it is told again if there is more.
        if let Some(source) = self.source.get().filter(|_| !self.stopped.get()) {
            let _ = source.reregister(&mut SourceFd(&self.fd), Interest::READABLE);
        }
    }
}

fn is_readable(fd: i32) -> bool {
    let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // SAFETY: one pollfd, as the count says.
    unsafe { libc::poll(&mut poll, 1, 0) > 0 }
}

fn read(fd: i32) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; CHUNK];
    loop {
        // SAFETY: pointer and length describe the vector.
        let count = unsafe { libc::read(fd, bytes.as_mut_ptr().cast(), bytes.len()) };
        if count >= 0 {
            bytes.truncate(count as usize);
            return Ok(bytes);
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}
