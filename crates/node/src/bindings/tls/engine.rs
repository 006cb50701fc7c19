//! One TLS connection as a machine without a socket: ciphertext goes in and comes out, plaintext goes in and comes out.
//!
//! ```text
//!   take_in(ciphertext) ─▶ rustls ─▶ next_record(): plaintext, a record at a time, as OpenSSL gives it
//!   write(plaintext)    ─▶ rustls ─▶ take_out(): ciphertext
//!                            └─────▶ news(): HELLO, DONE, SESSION, KEYS, FAULT
//! ```
//!
//! Node verifies a certificate when the handshake is over, and programs may write before that. So what is written waits
//! here, in the clear, until JavaScript has looked at the certificate and says [`Engine::approve`]: nothing is ever sent
//! to somebody who is not who they should be.

use super::context::Context;
use super::error::TlsError;
use super::sessions::{KeyLogLines, Pool, SessionStore};
use rustls::pki_types::CertificateDer;
use rustls::server::{Accepted, Acceptor, ServerConnection};
use rustls::{ClientConnection, Connection, Error, HandshakeKind};
use std::collections::VecDeque;
use std::io::{BufRead, Read, Write};
use std::sync::Arc;

/// What JavaScript is told; `lib/tls/link.js` has the same numbers.
pub mod tls_event {
    /// A client has said hello: which context answers it?
    pub const HELLO: u32 = 1;
    /// The handshake is over.
    pub const DONE: u32 = 2;
    pub const ERROR: u32 = 4;
    /// The other side gave a session that can be taken up again.
    pub const SESSION: u32 = 8;
    pub const KEYS: u32 = 16;
}

/// TLS's own limit.
pub const MAX_FRAGMENT: usize = 16384;

enum State {
    Accepting(Acceptor),
    /// Until a context is chosen.
    Hello(Accepted),
    Open(Connection),
    Failed,
}

pub struct Engine {
    state: State,
    pub context: Option<Arc<Context>>,
    /// Ciphertext that came before a context was chosen.
    early_ciphertext: Vec<u8>,
    /// Plaintext that must not go out yet.
    early_plaintext: Vec<u8>,
    is_approved: bool,
    handshake_done: bool,
    has_input: bool,
    close_requested: bool,
    /// Decrypted, and how long each record was.
    plaintext: VecDeque<u8>,
    records: VecDeque<usize>,
    /// The last words to somebody whose hello was refused.
    alert_bytes: Vec<u8>,
    peer_has_closed: bool,
    events: u32,
    error: Option<TlsError>,
    /// How much plaintext one record may hold.
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

    /// Waits for a client's hello.
    pub fn accept() -> Engine {
        Engine::new(State::Accepting(Acceptor::default()), None)
    }

    /// Begins with a hello of its own.
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

    /// The server's side: answers the hello that was told.
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

    // ---- from the other side

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
            // What it has no room for belongs to the connection that comes of it.
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

    /// False if nothing more can be taken.
    fn read_some(&mut self, rest: &mut &[u8]) -> bool {
        let State::Open(connection) = &mut self.state else { return false };
        // After its end the other side has nothing to say.
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

    /// Decrypted records, out of rustls: it takes no more while it is full.
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

    /// What has changed since the last time.
    fn update_events(&mut self) {
        let State::Open(connection) = &self.state else { return };
        if !self.handshake_done && self.error.is_none() && !connection.is_handshaking() {
            self.handshake_done = true;
            self.events |= tls_event::DONE;
        }
        if self.sessions.has_new() {
            // Of one that was taken up again nothing is told, as OpenSSL does it: the name that the program has goes on.
            if self.is_resumed() { self.sessions.clear_new() } else { self.events |= tls_event::SESSION }
        }
        if self.keys.has_new() {
            self.events |= tls_event::KEYS;
        }
    }

    /// What JavaScript does not know yet; it does now.
    pub fn take_events(&mut self) -> u32 {
        self.update_events();
        std::mem::take(&mut self.events)
    }

    pub fn error(&self) -> Option<&TlsError> {
        self.error.as_ref()
    }

    /// Some of the next record, as much as there is room for. 0: there is none.
    pub fn next_record(&mut self, buffer: &mut [u8]) -> usize {
        let Some(length) = self.records.front_mut() else { return 0 };
        let count = (*length).min(buffer.len());
        *length -= count;
        if *length == 0 {
            self.records.pop_front();
        }
        // A deque of bytes reads without ever coming short of what it has.
        self.plaintext.read(&mut buffer[..count]).map_or(0, |first| {
            if first < count { first + self.plaintext.read(&mut buffer[first..count]).unwrap_or(0) } else { first }
        })
    }

    /// How much of the next record is left to read. 0: there is none.
    pub fn next_length(&self) -> usize {
        self.records.front().copied().unwrap_or(0)
    }

    pub fn has_record(&self) -> bool {
        !self.records.is_empty()
    }

    /// The other side has said that no more comes, and all before that was read.
    pub fn is_at_end(&self) -> bool {
        self.peer_has_closed && self.records.is_empty()
    }

    // ---- to the other side

    pub fn write(&mut self, bytes: &[u8]) {
        match &mut self.state {
            State::Open(connection) if self.is_approved => {
                // Its buffer has no limit, so it takes all; each piece is a record.
                for piece in bytes.chunks(self.max_fragment) {
                    let _ = connection.writer().write_all(piece);
                }
            }
            _ => self.early_plaintext.extend_from_slice(bytes),
        }
    }

    /// JavaScript has seen who is there: what was written may go.
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

    /// No more comes, after what was written.
    pub fn close_notify(&mut self) {
        self.close_requested = true;
        if let State::Open(connection) = &mut self.state
            && self.is_approved
        {
            connection.send_close_notify();
        }
    }

    /// Ciphertext that is to go out.
    pub fn take_ciphertext(&mut self) -> Vec<u8> {
        let mut out = std::mem::take(&mut self.alert_bytes);
        if let State::Open(connection) = &mut self.state {
            while connection.wants_write() && connection.write_tls(&mut out).is_ok() {}
        }
        out
    }

    /// Whether all that was written has been taken out. Before the handshake is over even nothing has not.
    pub fn is_idle(&self) -> bool {
        let wants_write = matches!(&self.state, State::Open(connection) if connection.wants_write());
        self.is_approved && self.alert_bytes.is_empty() && !wants_write
    }

    // ---- what is known

    pub fn connection(&self) -> Option<&Connection> {
        if let State::Open(connection) = &self.state { Some(connection) } else { None }
    }

    pub fn connection_mut(&mut self) -> Option<&mut Connection> {
        if let State::Open(connection) = &mut self.state { Some(connection) } else { None }
    }

    /// Which name the client asked for, and which protocols it speaks.
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

/// Somebody who speaks HTTP to a TLS server: OpenSSL has its own words for that.
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
