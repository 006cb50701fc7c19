//! What outlives a connection: sessions that can be taken up again, the keys of tickets, and the lines of a key log.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use rustls::client::{ClientSessionStore, Tls12ClientSessionValue, Tls13ClientSessionValue};
use rustls::pki_types::ServerName;
use rustls::server::ProducesTickets;
use rustls::{KeyLog, NamedGroup};
use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError, RwLock};

#[derive(Debug)]
pub enum Session {
    Older(Box<Tls12ClientSessionValue>),
    Newer(Box<Tls13ClientSessionValue>),
}

/// The sessions of one connection of a client: the one that it offers, and those that it is given.
#[derive(Debug, Default)]
pub struct SessionBox {
    offered: Mutex<Option<Session>>,
    given: Mutex<VecDeque<Session>>,
    hint: Mutex<Option<NamedGroup>>,
}

/// Nothing here can be left half done by a panic.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SessionBox {
    pub fn with(session: Option<Session>) -> SessionBox {
        SessionBox { offered: Mutex::new(session), ..SessionBox::default() }
    }

    pub fn has_new(&self) -> bool {
        !lock(&self.given).is_empty()
    }

    pub fn take_new(&self) -> Option<Session> {
        lock(&self.given).pop_front()
    }
}

impl ClientSessionStore for SessionBox {
    fn set_kx_hint(&self, _: ServerName<'static>, group: NamedGroup) {
        *lock(&self.hint) = Some(group);
    }

    fn kx_hint(&self, _: &ServerName<'_>) -> Option<NamedGroup> {
        *lock(&self.hint)
    }

    fn set_tls12_session(&self, _: ServerName<'static>, value: Tls12ClientSessionValue) {
        lock(&self.given).push_back(Session::Older(Box::new(value)));
    }

    fn tls12_session(&self, _: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        match &*lock(&self.offered) {
            Some(Session::Older(value)) => Some((**value).clone()),
            _ => None,
        }
    }

    fn remove_tls12_session(&self, _: &ServerName<'static>) {
        lock(&self.offered).take();
    }

    fn insert_tls13_ticket(&self, _: ServerName<'static>, value: Tls13ClientSessionValue) {
        lock(&self.given).push_back(Session::Newer(Box::new(value)));
    }

    fn take_tls13_ticket(&self, _: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        let mut offered = lock(&self.offered);
        match offered.take() {
            Some(Session::Newer(value)) => Some(*value),
            other => {
                *offered = other;
                None
            }
        }
    }
}

/// Sessions that JavaScript has as bytes. rustls cannot write one down, so the bytes name one that is kept here, for as
/// long as it is among the last thousand; an older one makes a whole handshake, as an outdated one does.
#[derive(Default)]
struct Kept {
    sessions: HashMap<[u8; 32], Session>,
    order: VecDeque<[u8; 32]>,
}

const MOST_KEPT: usize = 1000;

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// The bytes that stand for it.
pub fn keep(session: Session) -> Option<Vec<u8>> {
    let mut name = [0; 32];
    SystemRandom::new().fill(&mut name).ok()?;
    let mut kept = lock(&KEPT);
    kept.sessions.insert(name, session);
    kept.order.push_back(name);
    if kept.order.len() > MOST_KEPT
        && let Some(oldest) = kept.order.pop_front()
    {
        kept.sessions.remove(&oldest);
    }
    Some(name.to_vec())
}

/// A ticket of TLS 1.3 is good for one connection (RFC 8446, C.4), and gone then.
pub fn kept(name: &[u8]) -> Option<Session> {
    let name: [u8; 32] = name.try_into().ok()?;
    let mut kept = lock(&KEPT);
    if let Some(Session::Older(value)) = kept.sessions.get(&name) {
        return Some(Session::Older(value.clone()));
    }
    kept.order.retain(|other| *other != name);
    kept.sessions.remove(&name)
}

/// The keys of a server's tickets: sixteen bytes of a name, thirty-two of a secret. Servers that share them (a cluster's
/// workers) take up each other's sessions.
#[derive(Debug)]
pub struct TicketKeys {
    bytes: RwLock<[u8; 48]>,
    pub lifetime: AtomicU32,
    pub is_off: AtomicBool,
}

const NAME: usize = 16;

impl TicketKeys {
    pub fn new() -> Option<TicketKeys> {
        let mut bytes = [0; 48];
        SystemRandom::new().fill(&mut bytes).ok()?;
        Some(TicketKeys { bytes: RwLock::new(bytes), lifetime: AtomicU32::new(7200), is_off: AtomicBool::new(false) })
    }

    pub fn get(&self) -> [u8; 48] {
        *self.bytes.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set(&self, bytes: [u8; 48]) {
        *self.bytes.write().unwrap_or_else(PoisonError::into_inner) = bytes;
    }

    fn cipher(&self) -> Option<([u8; NAME], LessSafeKey)> {
        let bytes = self.get();
        let (name, secret) = bytes.split_at(NAME);
        Some((name.try_into().ok()?, LessSafeKey::new(UnboundKey::new(&AES_256_GCM, secret).ok()?)))
    }
}

impl ProducesTickets for TicketKeys {
    fn enabled(&self) -> bool {
        !self.is_off.load(Ordering::Relaxed)
    }

    fn lifetime(&self) -> u32 {
        self.lifetime.load(Ordering::Relaxed)
    }

    fn encrypt(&self, plain: &[u8]) -> Option<Vec<u8>> {
        let (name, cipher) = self.cipher()?;
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).ok()?;
        let mut sealed = plain.to_vec();
        cipher.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(name), &mut sealed).ok()?;
        Some([&name, &nonce[..], &sealed].concat())
    }

    fn decrypt(&self, ticket: &[u8]) -> Option<Vec<u8>> {
        let (name, cipher) = self.cipher()?;
        let (theirs, rest) = ticket.split_at_checked(NAME)?;
        let (nonce, sealed) = rest.split_at_checked(NONCE_LEN)?;
        if theirs != name {
            return None;
        }
        let mut plain = sealed.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let length = cipher.open_in_place(nonce, Aad::from(name), &mut plain).ok()?.len();
        plain.truncate(length);
        Some(plain)
    }
}

/// What `SSLKEYLOGFILE` would hold, for whoever listens to 'keylog'.
#[derive(Debug, Default)]
pub struct KeyLines {
    lines: Mutex<VecDeque<String>>,
    is_on: AtomicBool,
}

impl KeyLines {
    pub fn turn_on(&self) {
        self.is_on.store(true, Ordering::Relaxed);
    }

    pub fn has_new(&self) -> bool {
        !lock(&self.lines).is_empty()
    }

    pub fn take(&self) -> Option<String> {
        lock(&self.lines).pop_front()
    }
}

impl KeyLog for KeyLines {
    fn log(&self, label: &str, client_random: &[u8], secret: &[u8]) {
        let hex = |bytes: &[u8]| {
            bytes.iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            })
        };
        lock(&self.lines).push_back(format!("{label} {} {}\n", hex(client_random), hex(secret)));
    }

    fn will_log(&self, _: &str) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }
}
