//! A TLS connection without a socket (sans I/O): ciphertext and plaintext go in and out.
//!
//! ```text
//!   receive_ciphertext() ─▶ rustls ─▶ next_record(): plaintext, one record at a time, as in OpenSSL
//!   write(plaintext)     ─▶ rustls ─▶ take_ciphertext()
//!                             └─────▶ take_events(): HELLO, DONE, SESSION, KEYS, ERROR
//! ```
//!
//! Node verifies a certificate after the handshake, and programs may write before that. So what is written is buffered
//! here, as plaintext, until JavaScript has verified the certificate and calls [`Engine::approve`]: nothing is ever
//! sent to an unverified peer.

use super::context::Context;
use super::error::TlsError;
use super::sessions::{KeyLogLines, Pool, SessionStore};
use crate::shared_constants::tls_event;
use rustls::pki_types::CertificateDer;
use rustls::server::{Accepted, Acceptor, ServerConnection};
use rustls::{ClientConnection, Connection, Error, HandshakeKind};
use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};
use std::sync::Arc;

/// The limit of the protocol.
pub const MAX_FRAGMENT: usize = 16384;

enum State {
    Accepting(Acceptor),
    /// Until a context is selected.
    Hello(Accepted),
    Open(Connection),
    Failed,
}

pub struct Engine {
    state: State,
    pub context: Option<Arc<Context>>,
    /// Ciphertext received before a context was selected.
    early_ciphertext: Vec<u8>,
    /// Plaintext that must not be sent yet.
    early_plaintext: Vec<u8>,
    is_approved: bool,
    handshake_done: bool,
    has_input: bool,
    close_requested: bool,
    /// Decrypted bytes, and the length of each record.
    plaintext: VecDeque<u8>,
    records: VecDeque<usize>,
    /// The alert for a ClientHello that was rejected.
    alert_bytes: Vec<u8>,
    peer_has_closed: bool,
    events: u32,
    error: Option<TlsError>,
    /// The maximum of plaintext per record.
    pub max_fragment: usize,
    pub sessions: Arc<SessionStore>,
    pub keys: Arc<KeyLogLines>,
}

impl Engine {
    fn new(state: State, context: Option<Arc<Context>>) -> Engine {
        Engine {
            state,
            context,
            early_ciphertext: Vec::new(),
            early_plaintext: Vec::new(),
            is_approved: false,
            handshake_done: false,
            has_input: false,
            close_requested: false,
            plaintext: VecDeque::new(),
            records: VecDeque::new(),
            alert_bytes: Vec::new(),
            peer_has_closed: false,
            events: 0,
            error: None,
            max_fragment: MAX_FRAGMENT,
            sessions: Arc::default(),
            keys: Arc::default(),
        }
    }

    /// A server's side: waits for a ClientHello.
    pub fn accept() -> Engine {
        Engine::new(State::Accepting(Acceptor::default()), None)
    }

    /// A client's side: starts with a ClientHello.
    pub fn connect(
        context: &Arc<Context>,
        server_name: Option<&str>,
        protocols: Vec<Vec<u8>>,
        sessions: Option<Pool>,
    ) -> Result<Engine, Error> {
        let mut engine = Engine::new(State::Failed, Some(context.clone()));
        engine.sessions = Arc::new(SessionStore::with(sessions));
        let (config, name) = context.client_config(server_name, protocols, &engine.sessions, &engine.keys)?;
        let mut connection = ClientConnection::new(Arc::new(config), name)?;
        connection.set_buffer_limit(None);
        engine.state = State::Open(connection.into());
        Ok(engine)
    }

    /// A server's side: answers the ClientHello with this context.
    pub fn accept_with(&mut self, context: &Arc<Context>, options: &super::context::ServerOptions) {
        let State::Hello(accepted) = std::mem::replace(&mut self.state, State::Failed) else { return };
        self.context = Some(context.clone());
        match context.server_config(options, &self.keys) {
            Ok(config) => match accepted.into_connection(Arc::new(config)) {
                Ok(mut connection) => {
                    connection.set_buffer_limit(None);
                    self.state = State::Open(connection.into());
                    let early_ciphertext = std::mem::take(&mut self.early_ciphertext);
                    self.receive_ciphertext(&early_ciphertext);
                }
                Err((error, mut alert)) => {
                    let _ = alert.write_all(&mut self.alert_bytes);
                    self.fail(TlsError::from_rustls(&error));
                }
            },
            Err(error) => self.fail(TlsError::from_rustls(&error)),
        }
    }

    fn fail(&mut self, error: TlsError) {
        if self.error.is_none() {
            self.error = Some(error);
            self.events |= tls_event::ERROR;
        }
    }

    // ---- from the peer

    pub fn receive_ciphertext(&mut self, bytes: &[u8]) {
        if !std::mem::replace(&mut self.has_input, true)
            && matches!(self.state, State::Accepting(_))
            && let Some(error) = detect_plain_http(bytes)
        {
            self.state = State::Failed;
            return self.fail(error);
        }
        let mut rest = bytes;
        match &mut self.state {
            State::Accepting(_) => self.take_hello(rest),
            State::Hello(_) => self.early_ciphertext.extend_from_slice(rest),
            State::Failed => {}
            State::Open(_) => {
                while !rest.is_empty() && self.read_some(&mut rest) {}
                self.update_events();
            }
        }
    }

    fn take_hello(&mut self, mut bytes: &[u8]) {
        let State::Accepting(acceptor) = &mut self.state else { return };
        while !bytes.is_empty() {
            // What the acceptor does not take belongs to the connection that it becomes.
            match acceptor.read_tls(&mut bytes) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
        }
        match acceptor.accept() {
            Ok(None) => {}
            Ok(Some(accepted)) => {
                self.state = State::Hello(accepted);
                self.early_ciphertext.extend_from_slice(bytes);
                self.events |= tls_event::HELLO;
            }
            Err((error, mut alert)) => {
                let _ = alert.write_all(&mut self.alert_bytes);
                self.state = State::Failed;
                self.fail(TlsError::from_rustls(&error));
            }
        }
    }

    /// False if nothing more can be read.
    fn read_some(&mut self, rest: &mut &[u8]) -> bool {
        let State::Open(connection) = &mut self.state else { return false };
        // Nothing follows a close_notify.
        if self.peer_has_closed || !matches!(connection.read_tls(rest), Ok(count) if count > 0) {
            return false;
        }
        match connection.process_new_packets() {
            Ok(state) => self.peer_has_closed |= state.peer_has_closed(),
            Err(error) => {
                self.drain_plaintext();
                self.fail(TlsError::from_rustls(&error));
                return false;
            }
        }
        self.drain_plaintext();
        true
    }

    /// Moves decrypted records out of rustls: its buffer is limited.
    fn drain_plaintext(&mut self) {
        let State::Open(connection) = &mut self.state else { return };
        let mut reader = connection.reader();
        while let Ok(record) = reader.fill_buf() {
            let length = record.len();
            if length == 0 {
                break;
            }
            self.plaintext.extend(record);
            self.records.push_back(length);
            reader.consume(length);
        }
    }

    /// Sets the events that occurred since the last call.
    fn update_events(&mut self) {
        let State::Open(connection) = &self.state else { return };
        if !self.handshake_done && self.error.is_none() && !connection.is_handshaking() {
            self.handshake_done = true;
            self.events |= tls_event::DONE;
        }
        if self.sessions.has_new() {
            // A resumed session does not emit 'session', as in OpenSSL: the program's session stays valid.
            if self.is_resumed() { self.sessions.clear_new() } else { self.events |= tls_event::SESSION }
        }
        if self.keys.has_new() {
            self.events |= tls_event::KEYLOG;
        }
    }

    /// Takes the pending events.
    pub fn take_events(&mut self) -> u32 {
        self.update_events();
        std::mem::take(&mut self.events)
    }

    pub fn error(&self) -> Option<&TlsError> {
        self.error.as_ref()
    }

    /// Reads from the next record, as much as fits. 0: there is none.
    pub fn next_record(&mut self, buffer: &mut [u8]) -> usize {
        let Some(length) = self.records.front_mut() else { return 0 };
        let count = (*length).min(buffer.len());
        *length -= count;
        if *length == 0 {
            self.records.pop_front();
        }
        // A VecDeque may return two parts; the second read gets the rest.
        self.plaintext.read(&mut buffer[..count]).map_or(0, |first| {
            if first < count { first + self.plaintext.read(&mut buffer[first..count]).unwrap_or(0) } else { first }
        })
    }

    /// What is left of the next record. 0: there is none.
    pub fn next_length(&self) -> usize {
        self.records.front().copied().unwrap_or(0)
    }

    pub fn has_record(&self) -> bool {
        !self.records.is_empty()
    }

    /// close_notify was received, and everything before it was read.
    pub fn is_at_end(&self) -> bool {
        self.peer_has_closed && self.records.is_empty()
    }

    // ---- to the peer

    pub fn write(&mut self, bytes: &[u8]) {
        match &mut self.state {
            State::Open(connection) if self.is_approved => {
                // The buffer has no limit, so everything is accepted; each chunk becomes a record.
                for piece in bytes.chunks(self.max_fragment) {
                    let _ = connection.writer().write_all(piece);
                }
            }
            _ => self.early_plaintext.extend_from_slice(bytes),
        }
    }

    /// JavaScript has verified the peer: sends what was buffered.
    pub fn approve(&mut self) {
        if !self.handshake_done || std::mem::replace(&mut self.is_approved, true) {
            return;
        }
        let early_plaintext = std::mem::take(&mut self.early_plaintext);
        self.write(&early_plaintext);
        if self.close_requested {
            self.close_notify();
        }
    }

    /// Sends close_notify after what was written.
    pub fn close_notify(&mut self) {
        self.close_requested = true;
        if let State::Open(connection) = &mut self.state
            && self.is_approved
        {
            connection.send_close_notify();
        }
    }

    /// Ciphertext to send.
    pub fn take_ciphertext(&mut self) -> Vec<u8> {
        let mut out = std::mem::take(&mut self.alert_bytes);
        if let State::Open(connection) = &mut self.state {
            while connection.wants_write() && connection.write_tls(&mut out).is_ok() {}
        }
        out
    }

    /// Whether everything written was taken as ciphertext. Never before the handshake is complete.
    pub fn is_idle(&self) -> bool {
        let wants_write = matches!(&self.state, State::Open(connection) if connection.wants_write());
        self.is_approved && self.alert_bytes.is_empty() && !wants_write
    }

    // ---- connection info

    pub fn connection(&self) -> Option<&Connection> {
        if let State::Open(connection) = &self.state { Some(connection) } else { None }
    }

    pub fn connection_mut(&mut self) -> Option<&mut Connection> {
        if let State::Open(connection) = &mut self.state { Some(connection) } else { None }
    }

    /// servername and ALPN protocols of the ClientHello.
    pub fn hello(&self) -> Option<(Option<String>, Vec<Vec<u8>>)> {
        let State::Hello(accepted) = &self.state else { return None };
        let hello = accepted.client_hello();
        let protocols = hello.alpn().map(|all| all.map(<[u8]>::to_vec).collect()).unwrap_or_default();
        Some((hello.server_name().map(str::to_owned), protocols))
    }

    pub fn is_resumed(&self) -> bool {
        self.connection().is_some_and(|connection| connection.handshake_kind() == Some(HandshakeKind::Resumed))
    }

    pub fn server_name(&self) -> Option<&str> {
        match self.connection()? {
            Connection::Server(connection) => ServerConnection::server_name(connection),
            Connection::Client(_) => None,
        }
    }

    pub fn peer_certificates(&self) -> &[CertificateDer<'static>] {
        self.connection().and_then(|connection| connection.peer_certificates()).unwrap_or_default()
    }
}

/// Plain HTTP sent to a TLS server: OpenSSL has specific errors for it.
fn detect_plain_http(bytes: &[u8]) -> Option<TlsError> {
    let begins = |prefixes: &[&[u8]]| prefixes.iter().any(|word| bytes.starts_with(word));
    if begins(&[b"GET ", b"POST ", b"HEAD ", b"PUT "]) {
        Some(TlsError::ssl(0x9c, "http request"))
    } else if begins(&[b"CONNECT "]) {
        Some(TlsError::ssl(0x9b, "https proxy request"))
    } else if bytes.first() != Some(&22) {
        Some(TlsError::ssl(0x10b, "wrong version number"))
    } else {
        None
    }
}
