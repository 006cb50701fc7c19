//! TLS on a stream: decrypts what is read before it is delivered, encrypts what is written.
//!
//! ```text
//!   descriptor ─▶ receive buffer ─▶ Engine ─▶ receive buffer ─▶ one macrotask per record, as in Node, or the HTTP parser
//!   descriptor ◀─────────────────── Engine ◀─ write()
//! ```
//!
//! JavaScript uses the same handle as before. It also gets `Event::Tls`: a ClientHello, the end of the handshake, an
//! error. Whatever JavaScript does about it, it calls [`Stream::advance`] afterwards.
//!
//! A write is in progress until all of its ciphertext is written; the engine itself also has output (the handshake,
//! tickets, alerts), which stays in it while the socket is not writable.

use super::receive_buffer::Lease;
use super::stream::Stream;
use super::{Event, UV_EOF, emit, lease, uv_error};
use crate::bindings::tls::SharedEngine;
use crate::host::host;
use crate::shared_constants::tls_event;
use std::cell::Cell;
use std::rc::Rc;

pub struct TlsState {
    engine: SharedEngine,
    /// JavaScript waits for the completion of a write.
    is_writing: Cell<bool>,
    /// EOF was emitted.
    end_emitted: Cell<bool>,
    /// VmEntry `process`: changes that JavaScript makes there are handled when it returns.
    is_processing: Cell<bool>,
    is_scheduled: Cell<bool>,
}

impl TlsState {
    pub fn is_writing(&self) -> bool {
        self.is_writing.get()
    }
}

impl Stream {
    pub fn tls(&self) -> Option<Rc<TlsState>> {
        self.tls.borrow().clone()
    }

    /// Sends the engine's initial output.
    pub fn start_tls(self: &Rc<Stream>, engine: SharedEngine) -> i32 {
        let tls = TlsState {
            engine,
            is_writing: Cell::default(),
            end_emitted: Cell::default(),
            is_processing: Cell::default(),
            is_scheduled: Cell::default(),
        };
        let tls = Rc::new(tls);
        self.tls.replace(Some(tls.clone()));
        self.flush(&tls).min(0)
    }

    /// Writes ciphertext: 0, 1 if some is queued, or a negative errno.
    fn flush(self: &Rc<Stream>, tls: &TlsState) -> i32 {
        if self.has_pending_write() {
            return 1;
        }
        let out = tls.engine.borrow_mut().take_ciphertext();
        if out.is_empty() { 0 } else { self.write_raw(out) }
    }

    // ---- reading

    /// Ciphertext was read.
    pub fn receive_ciphertext(self: &Rc<Stream>, tls: &Rc<TlsState>, read: Lease) {
        tls.engine.borrow_mut().receive_ciphertext(read.bytes());
        drop(read);
        self.process(tls);
    }

    /// JavaScript has reacted to an event, from within its callback or later.
    pub fn advance(self: &Rc<Stream>) {
        let Some(tls) = self.tls() else { return };
        if tls.is_processing.get() {
            return;
        }
        // Deferred: this is called from JavaScript, and events are macrotasks.
        if !tls.is_scheduled.replace(true) {
            let this = Rc::downgrade(self);
            let alive = host().lp.keep_alive();
            host().lp.defer(move || {
                drop(alive);
                tls.is_scheduled.set(false);
                if let Some(stream) = this.upgrade() {
                    stream.process(&tls);
                }
            });
        }
    }

    /// Decrypted records may be buffered from before reading stopped.
    pub(super) fn resume_records(self: &Rc<Stream>) {
        if self.tls().is_some_and(|tls| {
            let engine = tls.engine.borrow();
            engine.has_record() || (engine.is_at_end() && !tls.end_emitted.get())
        }) {
            self.advance();
        }
    }

    /// Emits events until there are none left.
    fn process(self: &Rc<Stream>, tls: &Rc<TlsState>) {
        if self.is_closed() || tls.is_processing.replace(true) {
            return;
        }
        while self.process_once(tls) {}
        tls.is_processing.set(false);
    }

    /// Returns whether there may be more.
    fn process_once(self: &Rc<Stream>, tls: &Rc<TlsState>) -> bool {
        let events = tls.engine.borrow_mut().take_events();
        if events != 0 {
            // Send the alert before the connection is closed.
            if events & tls_event::ERROR != 0 {
                self.flush(tls);
            }
            emit(self.id(), Event::Tls, events as i32);
            return !self.is_closed();
        }
        let status = self.flush(tls);
        if status < 0 {
            self.finish_write(tls, status);
            return false;
        }
        if tls.is_writing.get() && !self.has_pending_write() && tls.engine.borrow().is_idle() {
            self.finish_write(tls, 0);
            return !self.is_closed();
        }
        if !self.is_reading() {
            return false;
        }
        if tls.engine.borrow().has_record() {
            let mut record = match lease() {
                Ok(lease) => lease,
                Err(error) => {
                    self.stop_reading_with(uv_error(&error));
                    return false;
                }
            };
            if record.decrypt(&mut tls.engine.borrow_mut(), self.read_limit()) > 0 {
                self.deliver(record);
                return !self.is_closed();
            }
        }
        if tls.engine.borrow().is_at_end() && !tls.end_emitted.replace(true) {
            self.stop_reading_with(UV_EOF);
        }
        false
    }

    // ---- writing

    pub(super) fn write_tls(self: &Rc<Stream>, tls: &TlsState, bytes: &[u8]) -> i32 {
        self.bytes_written.set(self.bytes_written.get() + bytes.len() as f64);
        tls.engine.borrow_mut().write(bytes);
        let status = self.flush(tls);
        if status < 0 {
            return status;
        }
        if status == 0 && tls.engine.borrow().is_idle() {
            return 0;
        }
        tls.is_writing.set(true);
        1
    }

    fn finish_write(&self, tls: &TlsState, status: i32) {
        if tls.is_writing.replace(false) {
            emit(self.id(), Event::Written, status);
        }
    }

    /// The last ciphertext is written.
    pub(super) fn on_ciphertext_written(self: &Rc<Stream>, tls: &TlsState, status: i32) {
        let status = if status == 0 { self.flush(tls) } else { status };
        let is_done = status == 0 && tls.engine.borrow().is_idle();
        if status < 0 || is_done {
            self.finish_write(tls, status);
        }
    }

    /// Sends close_notify.
    pub(super) fn close_tls(self: &Rc<Stream>) {
        if let Some(tls) = self.tls() {
            tls.engine.borrow_mut().close_notify();
            self.flush(&tls);
        }
    }
}
