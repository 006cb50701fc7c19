//! Receive buffers: reads go here before their size is known.
//!
//! JavaScript sees the same memory (a Uint8Array for each buffer), so that the Buffer for a chunk is allocated by
//! compiled code, with its exact size. Buffers are reused by all reads of a thread, so their contents need protection:
//! callbacks, ticks and promise jobs run between a read and the last access to its bytes, and any of them may cause
//! another read.
//!
//! ```text
//!   Lease::take() ─▶ receive(), decrypt() ─▶ bytes(), and JavaScript by number() ─▶ drop: the buffer is free again
//! ```
//!
//! So a read starts with a [`Lease`], its bytes are accessible only through the lease, and a nested read gets another
//! buffer. Code that accesses the bytes later (the HTTP parser, a batch of datagrams) owns the lease until then.

use super::system::Descriptor;
use crate::bindings::tls::engine::Engine;
use crate::host::host;
use hexloop_engine::{Answer, Call, SharedBytes, Throw};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::thread::LocalKey;

/// The buffers of one thread and one size. They are never freed: there are as many as reads were ever nested.
pub struct Pool {
    size: usize,
    buffers: RefCell<Vec<Rc<SharedBytes>>>,
    free: RefCell<Vec<usize>>,
}

impl Pool {
    pub const fn new(size: usize) -> Pool {
        Pool { size, buffers: RefCell::new(Vec::new()), free: RefCell::new(Vec::new()) }
    }

    /// A free buffer, and its number.
    fn take(&self) -> io::Result<(usize, Rc<SharedBytes>)> {
        if let Some(number) = self.free.borrow_mut().pop() {
            return Ok((number, self.buffers.borrow()[number].clone()));
        }
        let host = host();
        let buffer = SharedBytes::new(host.cx(), self.size).map_err(|_| io::Error::from_raw_os_error(libc::ENOMEM))?;
        let buffer = Rc::new(buffer);
        let mut buffers = self.buffers.borrow_mut();
        buffers.push(buffer.clone());
        Ok((buffers.len() - 1, buffer))
    }
}

/// Exclusive use of a buffer, and how much of it the last read filled.
#[must_use]
pub struct Lease {
    pool: &'static LocalKey<Pool>,
    number: usize,
    memory: Rc<SharedBytes>,
    filled: usize,
}

impl Lease {
    pub fn take(pool: &'static LocalKey<Pool>) -> io::Result<Lease> {
        let (number, memory) = pool.with(Pool::take)?;
        Ok(Lease { pool, number, memory, filled: 0 })
    }

    /// The number by which JavaScript refers to the buffer.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Reads at most `max` bytes from a stream; returns whether the read was full.
    pub fn receive(&mut self, descriptor: &Descriptor, max: usize) -> io::Result<bool> {
        let max = max.min(self.memory.length());
        self.filled = 0;
        self.filled = descriptor.read(&mut self.memory_mut()[..max])?;
        Ok(self.filled == max)
    }

    /// Takes the next TLS record, at most `max` bytes of it; returns the length.
    pub fn decrypt(&mut self, engine: &mut Engine, max: usize) -> usize {
        let max = max.min(self.memory.length());
        self.filled = engine.next_record(&mut self.memory_mut()[..max]);
        self.filled
    }

    /// The start of the buffer, for a system call that fills parts of it.
    pub fn address(&mut self) -> *mut u8 {
        self.memory.address()
    }

    /// Private: the caller must not run JavaScript while it has this slice.
    fn memory_mut(&mut self) -> &mut [u8] {
        // SAFETY: the memory lives as long as `self.memory`. The borrow of this lease is the only access to it in Rust:
        // a leased buffer is not free, so no other lease has it. JavaScript has an array over it, which only the
        // library sees and only reads; and JavaScript does not run while the slice lives, since the two functions above
        // pass it to a system call and to rustls, which do not call back.
        unsafe { std::slice::from_raw_parts_mut(self.memory.address(), self.memory.length()) }
    }

    /// The bytes of the last read.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: as in `memory_mut`; and nothing writes while this lease is borrowed, JavaScript included, which only
        // reads.
        unsafe { std::slice::from_raw_parts(self.memory.address(), self.filled) }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // When the thread ends the pool may be dropped first; then the buffer need not be returned.
        let _ = self.pool.try_with(|pool| pool.free.borrow_mut().push(self.number));
    }
}

/// The array over a buffer, by its number: the first argument.
pub fn array<'c>(call: &Call<'c>, pool: &'static LocalKey<Pool>) -> Answer<'c> {
    let number = call.number(0)? as usize;
    let memory = pool.with(|pool| pool.buffers.borrow().get(number).cloned());
    match memory {
        Some(memory) => Ok(memory.array(call.cx()).into()),
        None => Err(Throw::error(format!("no such receive buffer: {number}")).into()),
    }
}
