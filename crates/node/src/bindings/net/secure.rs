//! A stream that speaks TLS: what it reads is decrypted before anybody is told, what it writes is encrypted first.
//!
//! ```text
//!   descriptor ─▶ receive buffer ─▶ Engine ─▶ receive buffer ─▶ one macrotask a record, as Node has it, or the parser of HTTP
//!   descriptor ◀─────────────────── Engine ◀─ write()
//! ```
//!
//! The handle of JavaScript's is the same as before. It hears `Event::Secured` besides: a hello to answer, the end of the
//! handshake, a fault. Whatever JavaScript does about that, it says [`Stream::advance`] when it is done.
//!
//! A write is under way until all of its ciphertext is with the system; the engine itself has things to say too (the
//! handshake, tickets, alerts), which wait in it while the system takes no more.

use super::receive_buffer::Lease;
use super::stream::Stream;
use super::{END, Event, lease, negative, tell};
use crate::bindings::tls::SharedEngine;
use crate::bindings::tls::engine::news;
use crate::host::host;
use std::cell::Cell;
use std::rc::Rc;

pub struct Secured {
    engine: SharedEngine,
    /// JavaScript waits to hear that its write is done.
    is_writing: Cell<bool>,
    /// Its end was told.
    has_ended: Cell<bool>,
    /// Inside `settle`: what JavaScript asks for there is seen when it returns.
    is_settling: Cell<bool>,
    is_due: Cell<bool>,
}

impl Secured {
    pub fn is_writing(&self) -> bool {
        self.is_writing.get()
    }
}

impl Stream {
    pub fn secured(&self) -> Option<Rc<Secured>> {
        self.secured.borrow().clone()
    }

    /// What the engine has to say first goes out.
    pub fn secure(self: &Rc<Stream>, engine: SharedEngine) -> i32 {
        let secured = Secured {
            engine,
            is_writing: Cell::default(),
            has_ended: Cell::default(),
            is_settling: Cell::default(),
            is_due: Cell::default(),
        };
        let secured = Rc::new(secured);
        self.secured.replace(Some(secured.clone()));
        self.flush(&secured).min(0)
    }

    /// As much ciphertext as the system takes: 0, 1 if it did not take all, or an error.
    fn flush(self: &Rc<Stream>, secured: &Secured) -> i32 {
        if self.is_sending() {
            return 1;
        }
        let out = secured.engine.borrow_mut().take_out();
        if out.is_empty() { 0 } else { self.send_owned(out) }
    }

    // ---- reading

    /// Ciphertext has come.
    pub fn take_in(self: &Rc<Stream>, secured: &Rc<Secured>, read: Lease) {
        secured.engine.borrow_mut().take_in(read.bytes());
        drop(read);
        self.settle(secured);
    }

    /// JavaScript has done something about what it was told, from within or later.
    pub fn advance(self: &Rc<Stream>) {
        let Some(secured) = self.secured() else { return };
        if secured.is_settling.get() {
            return;
        }
        // Not here: this is JavaScript, and what there is to tell are macrotasks.
        if !secured.is_due.replace(true) {
            let this = Rc::downgrade(self);
            let alive = host().lp.keep_alive();
            host().lp.defer(move || {
                drop(alive);
                secured.is_due.set(false);
                if let Some(stream) = this.upgrade() {
                    stream.settle(&secured);
                }
            });
        }
    }

    /// Records may have waited while nobody read.
    pub(super) fn look_for_records(self: &Rc<Stream>) {
        if self.secured().is_some_and(|secured| {
            let engine = secured.engine.borrow();
            engine.has_record() || (engine.is_at_end() && !secured.has_ended.get())
        }) {
            self.advance();
        }
    }

    /// Tells what there is to tell, until there is no more.
    fn settle(self: &Rc<Stream>, secured: &Rc<Secured>) {
        if self.is_closed() || secured.is_settling.replace(true) {
            return;
        }
        while self.settle_once(secured) {}
        secured.is_settling.set(false);
    }

    /// Whether there may be more.
    fn settle_once(self: &Rc<Stream>, secured: &Rc<Secured>) -> bool {
        let told = secured.engine.borrow_mut().take_news();
        if told != 0 {
            // An alert goes before the connection does.
            if told & news::FAULT != 0 {
                self.flush(secured);
            }
            tell(self.id(), Event::Secured, told as i32);
            return !self.is_closed();
        }
        let status = self.flush(secured);
        if status < 0 {
            self.finish_write(secured, status);
            return false;
        }
        if secured.is_writing.get() && !self.is_sending() && secured.engine.borrow().is_idle() {
            self.finish_write(secured, 0);
            return !self.is_closed();
        }
        if !self.is_reading() {
            return false;
        }
        if secured.engine.borrow().has_record() {
            let mut record = match lease() {
                Ok(lease) => lease,
                Err(error) => {
                    self.stop_reading_with(negative(&error));
                    return false;
                }
            };
            if record.decrypt(&mut secured.engine.borrow_mut(), self.room()) > 0 {
                self.deliver(record);
                return !self.is_closed();
            }
        }
        if secured.engine.borrow().is_at_end() && !secured.has_ended.replace(true) {
            self.stop_reading_with(END);
        }
        false
    }

    // ---- writing

    pub(super) fn write_secured(self: &Rc<Stream>, secured: &Secured, bytes: &[u8]) -> i32 {
        self.bytes_written.set(self.bytes_written.get() + bytes.len() as f64);
        secured.engine.borrow_mut().write(bytes);
        let status = self.flush(secured);
        if status < 0 {
            return status;
        }
        if status == 0 && secured.engine.borrow().is_idle() {
            return 0;
        }
        secured.is_writing.set(true);
        1
    }

    fn finish_write(&self, secured: &Secured, status: i32) {
        if secured.is_writing.replace(false) {
            tell(self.id(), Event::Written, status);
        }
    }

    /// The system has all of what it was given last.
    pub(super) fn written_secured(self: &Rc<Stream>, secured: &Secured, status: i32) {
        let status = if status == 0 { self.flush(secured) } else { status };
        let is_done = status == 0 && secured.engine.borrow().is_idle();
        if status < 0 || is_done {
            self.finish_write(secured, status);
        }
    }

    /// Says that no more comes.
    pub(super) fn end_secured(self: &Rc<Stream>) {
        if let Some(secured) = self.secured() {
            secured.engine.borrow_mut().end();
            self.flush(&secured);
        }
    }
}
