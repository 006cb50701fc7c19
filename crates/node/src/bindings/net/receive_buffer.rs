//! Receive buffers: where a read puts its bytes before it is known how many there are.
//!
//! JavaScript sees the same memory (a Uint8Array for each buffer), so that a chunk is made by compiled code and of exactly its
//! size. A buffer is reused for every read of a thread, which makes its contents worth protecting: callbacks, ticks and
//! promise jobs run between a read and the last look at its bytes, and any of them may cause another read.
//!
//! ```text
//!   Lease::take() ─▶ receive(), decrypt() ─▶ bytes(), and JavaScript by number() ─▶ drop: the buffer is free again
//! ```
//!
//! So a read begins with a [`Lease`], the bytes can be reached through it alone, and who takes another meanwhile gets
//! another buffer. Whoever looks at the bytes later (the parser of HTTP, a batch of datagrams) owns the lease until then.

use super::system::Descriptor;
use crate::bindings::tls::engine::Engine;
use crate::host::host;
use hexloop_engine::{Answer, Call, SharedBytes, Throw};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::thread::LocalKey;

/// The buffers of one thread and one size. All of them stay: their number is how deep reads were ever nested.
pub struct Pool {
    size: usize,
    buffers: RefCell<Vec<Rc<SharedBytes>>>,
    free: RefCell<Vec<usize>>,
}

impl Pool {
    pub const fn new(size: usize) -> Pool {
        Pool { size, buffers: RefCell::new(Vec::new()), free: RefCell::new(Vec::new()) }
    }

    /// A buffer that nobody has, and its number.
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

/// Sole use of a buffer, and how much of it the last read filled.
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

    /// By which JavaScript knows the buffer.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Reads at most so many bytes of a stream: whether as many came.
    pub fn receive(&mut self, descriptor: &Descriptor, max: usize) -> io::Result<bool> {
        let max = max.min(self.memory.length());
        self.filled = 0;
        self.filled = descriptor.read(&mut self.memory_mut()[..max])?;
        Ok(self.filled == max)
    }

    /// The next record of a TLS connection, or as much of it as is wanted: how many bytes.
    pub fn decrypt(&mut self, engine: &mut Engine, max: usize) -> usize {
        let max = max.min(self.memory.length());
        self.filled = engine.next_record(&mut self.memory_mut()[..max]);
        self.filled
    }

    /// Where the buffer begins, for a system call that fills parts of it.
    pub fn address(&mut self) -> *mut u8 {
        self.memory.address()
    }

    /// Private: nothing that is lent this slice may run JavaScript.
    fn memory_mut(&mut self) -> &mut [u8] {
        // SAFETY: the memory lives as long as `self.memory`. The borrow of this lease is the only way to it in Rust: a
        // buffer that is leased is not free, so no other lease has it. JavaScript has an array over it, which the library
        // alone sees and only reads; and it does not run while the slice lives, for the two functions above lend it to a
        // system call and to rustls, which call nobody back.
        unsafe { std::slice::from_raw_parts_mut(self.memory.address(), self.memory.length()) }
    }

    /// What the last read brought.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: as in `memory_mut`; and nobody writes while this lease is borrowed, JavaScript included, which only reads.
        unsafe { std::slice::from_raw_parts(self.memory.address(), self.filled) }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // At the end of a thread the pool may be gone first, and with it all need to know what is free.
        let _ = self.pool.try_with(|pool| pool.free.borrow_mut().push(self.number));
    }
}

/// The array over a buffer, for JavaScript that was told its number: the first argument.
pub fn array<'c>(call: &Call<'c>, pool: &'static LocalKey<Pool>) -> Answer<'c> {
    let number = call.number(0)? as usize;
    let memory = pool.with(|pool| pool.buffers.borrow().get(number).cloned());
    match memory {
        Some(memory) => Ok(memory.array(call.cx()).into()),
        None => Err(Throw::error(format!("there is no receive buffer with the number {number}")).into()),
    }
}
