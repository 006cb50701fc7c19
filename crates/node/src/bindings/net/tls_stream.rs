//! A stream that speaks TLS: what it reads is decrypted before anybody is told, what it writes is encrypted first.
//!
//! ```text
//!   descriptor ─▶ receive buffer ─▶ Engine ─▶ receive buffer ─▶ one macrotask a record, as Node has it, or the parser of HTTP
//!   descriptor ◀─────────────────── Engine ◀─ write()
//! ```
//!
//! The handle of JavaScript's is the same as before. It hears `Event::Tls` besides: a hello to answer, the end of the
//! handshake, a fault. Whatever JavaScript does about that, it says [`Stream::advance`] when it is done.
//!
//! A write is under way until all of its ciphertext is with the system; the engine itself has things to say too (the
//! handshake, tickets, alerts), which wait in it while the system takes no more.

use super::receive_buffer::Lease;
use super::stream::Stream;
use super::{Event, UV_EOF, emit, lease, uv_error};
use crate::bindings::tls::SharedEngine;
use crate::bindings::tls::engine::tls_event;
use crate::host::host;
use std::cell::Cell;
use std::rc::Rc;

pub struct TlsState {
    engine: SharedEngine,
    /// JavaScript waits to hear that its write is done.
    is_writing: Cell<bool>,
    /// Its end was told.
    end_emitted: Cell<bool>,
    /// Inside `process`: what JavaScript asks for there is seen when it returns.
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

    /// What the engine has to say first goes out.
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

    /// As much ciphertext as the system takes: 0, 1 if it did not take all, or an error.
    fn flush(self: &Rc<Stream>, tls: &TlsState) -> i32 {
        if self.has_pending_write() {
            return 1;
        }
        let out = tls.engine.borrow_mut().take_ciphertext();
        if out.is_empty() { 0 } else { self.write_raw(out) }
    }

    // ---- reading

    /// Ciphertext has come.
    pub fn receive_ciphertext(self: &Rc<Stream>, tls: &Rc<TlsState>, read: Lease) {
        tls.engine.borrow_mut().receive_ciphertext(read.bytes());
        drop(read);
        self.process(tls);
    }

    /// JavaScript has done something about what it was told, from within or later.
    pub fn advance(self: &Rc<Stream>) {
        let Some(tls) = self.tls() else { return };
        if tls.is_processing.get() {
            return;
        }
        // Not here: this is JavaScript, and what there is to tell are macrotasks.
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

    /// Records may have waited while nobody read.
    pub(super) fn resume_records(self: &Rc<Stream>) {
        if self.tls().is_some_and(|tls| {
            let engine = tls.engine.borrow();
            engine.has_record() || (engine.is_at_end() && !tls.end_emitted.get())
        }) {
            self.advance();
        }
    }

    /// Tells what there is to tell, until there is no more.
    fn process(self: &Rc<Stream>, tls: &Rc<TlsState>) {
        if self.is_closed() || tls.is_processing.replace(true) {
            return;
        }
        while self.process_once(tls) {}
        tls.is_processing.set(false);
    }

    /// Whether there may be more.
    fn process_once(self: &Rc<Stream>, tls: &Rc<TlsState>) -> bool {
        let events = tls.engine.borrow_mut().take_events();
        if events != 0 {
            // An alert goes before the connection does.
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

    /// The system has all of what it was given last.
    pub(super) fn on_ciphertext_written(self: &Rc<Stream>, tls: &TlsState, status: i32) {
        let status = if status == 0 { self.flush(tls) } else { status };
        let is_done = status == 0 && tls.engine.borrow().is_idle();
        if status < 0 || is_done {
            self.finish_write(tls, status);
        }
    }

    /// Says that no more comes.
    pub(super) fn close_tls(self: &Rc<Stream>) {
        if let Some(tls) = self.tls() {
            tls.engine.borrow_mut().close_notify();
            self.flush(&tls);
        }
    }
}
