//! What outlives a connection: resumable sessions, ticket keys, and key log lines.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use rustls::client::{ClientSessionStore, Tls12ClientSessionValue, Tls13ClientSessionValue};
use rustls::pki_types::ServerName;
use rustls::server::ProducesTickets;
use rustls::{KeyLog, NamedGroup};
use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

#[derive(Debug)]
pub enum Session {
    Tls12(Box<Tls12ClientSessionValue>),
    Tls13(Box<Tls13ClientSessionValue>),
}

/// Sessions that derive from each other: those that a connection received, and those of connections that resumed one.
/// rustls cannot clone a TLS 1.3 ticket, which is for single use (RFC 8446, C.4), but each connection receives new
/// ones; so a program that offers the same session repeatedly offers the next of its pool.
pub type Pool = Arc<Mutex<VecDeque<Session>>>;

/// More than a server sends per connection.
const MAX_IN_POOL: usize = 8;

/// The sessions of one client connection.
#[derive(Debug, Default)]
pub struct SessionStore {
    pool: Pool,
    /// How many JavaScript has not seen.
    new: AtomicU32,
    hint: Mutex<Option<NamedGroup>>,
}

/// A poisoned lock is fine: no update here can be left half done by a panic.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SessionStore {
    pub fn with(pool: Option<Pool>) -> SessionStore {
        SessionStore { pool: pool.unwrap_or_default(), ..SessionStore::default() }
    }

    pub fn has_new(&self) -> bool {
        self.new.load(Ordering::Relaxed) > 0
    }

    /// A name for the session that JavaScript has not seen.
    pub fn take_new(&self) -> Option<Vec<u8>> {
        let remaining = self.new.load(Ordering::Relaxed).checked_sub(1)?;
        self.new.store(remaining, Ordering::Relaxed);
        self.name()
    }

    pub fn clear_new(&self) {
        self.new.store(0, Ordering::Relaxed);
    }

    pub fn name(&self) -> Option<Vec<u8>> {
        save(self.pool.clone())
    }

    fn add(&self, session: Session) {
        let mut pool = lock(&self.pool);
        pool.push_back(session);
        if pool.len() > MAX_IN_POOL {
            pool.pop_front();
        }
        self.new.fetch_add(1, Ordering::Relaxed);
    }
}

impl ClientSessionStore for SessionStore {
    fn set_kx_hint(&self, _: ServerName<'static>, group: NamedGroup) {
        *lock(&self.hint) = Some(group);
    }

    fn kx_hint(&self, _: &ServerName<'_>) -> Option<NamedGroup> {
        *lock(&self.hint)
    }

    fn set_tls12_session(&self, _: ServerName<'static>, value: Tls12ClientSessionValue) {
        self.add(Session::Tls12(Box::new(value)));
    }

    fn tls12_session(&self, _: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        lock(&self.pool).iter().rev().find_map(|session| match session {
            Session::Tls12(value) => Some((**value).clone()),
            Session::Tls13(_) => None,
        })
    }

    fn remove_tls12_session(&self, _: &ServerName<'static>) {
        lock(&self.pool).retain(|session| matches!(session, Session::Tls13(_)));
    }

    fn insert_tls13_ticket(&self, _: ServerName<'static>, value: Tls13ClientSessionValue) {
        self.add(Session::Tls13(Box::new(value)));
    }

    fn take_tls13_ticket(&self, _: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        let mut pool = lock(&self.pool);
        let newest = pool.iter().rposition(|session| matches!(session, Session::Tls13(_)))?;
        match pool.remove(newest) {
            Some(Session::Tls13(value)) => Some(*value),
            _ => None,
        }
    }
}

/// Sessions that JavaScript holds as bytes. rustls cannot serialize one, so the bytes name a pool that is kept here
/// while it is among the last thousand; an evicted one leads to a full handshake, like an expired one.
#[derive(Default)]
struct SavedSessions {
    pools: HashMap<[u8; 32], Pool>,
    order: VecDeque<[u8; 32]>,
}

const MAX_SAVED: usize = 1000;

static SAVED: LazyLock<Mutex<SavedSessions>> = LazyLock::new(Mutex::default);

/// The bytes that identify the pool.
fn save(pool: Pool) -> Option<Vec<u8>> {
    let mut name = [0; 32];
    SystemRandom::new().fill(&mut name).ok()?;
    let mut saved = lock(&SAVED);
    saved.pools.insert(name, pool);
    saved.order.push_back(name);
    if saved.order.len() > MAX_SAVED
        && let Some(oldest) = saved.order.pop_front()
    {
        saved.pools.remove(&oldest);
    }
    Some(name.to_vec())
}

pub fn load(name: &[u8]) -> Option<Pool> {
    let name: [u8; 32] = name.try_into().ok()?;
    lock(&SAVED).pools.get(&name).cloned()
}

/// The keys of a server's tickets: a name of sixteen bytes, a secret of thirty-two. Servers that share them (cluster
/// workers) can resume each other's sessions.
#[derive(Debug)]
pub struct TicketKeys {
    bytes: RwLock<[u8; 48]>,
    pub lifetime: AtomicU32,
    pub is_disabled: AtomicBool,
}

const KEY_NAME_LENGTH: usize = 16;

impl TicketKeys {
    pub fn new() -> Option<TicketKeys> {
        let mut bytes = [0; 48];
        SystemRandom::new().fill(&mut bytes).ok()?;
        Some(TicketKeys {
            bytes: RwLock::new(bytes),
            lifetime: AtomicU32::new(7200),
            is_disabled: AtomicBool::new(false),
        })
    }

    pub fn get(&self) -> [u8; 48] {
        *self.bytes.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set(&self, bytes: [u8; 48]) {
        *self.bytes.write().unwrap_or_else(PoisonError::into_inner) = bytes;
    }

    fn cipher(&self) -> Option<([u8; KEY_NAME_LENGTH], LessSafeKey)> {
        let bytes = self.get();
        let (name, secret) = bytes.split_at(KEY_NAME_LENGTH);
        Some((name.try_into().ok()?, LessSafeKey::new(UnboundKey::new(&AES_256_GCM, secret).ok()?)))
    }
}

impl ProducesTickets for TicketKeys {
    fn enabled(&self) -> bool {
        !self.is_disabled.load(Ordering::Relaxed)
    }

    fn lifetime(&self) -> u32 {
        self.lifetime.load(Ordering::Relaxed)
    }

    fn encrypt(&self, plain: &[u8]) -> Option<Vec<u8>> {
        let (name, cipher) = self.cipher()?;
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).ok()?;
        let mut encrypted = plain.to_vec();
        cipher.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(name), &mut encrypted).ok()?;
        Some([&name, &nonce[..], &encrypted].concat())
    }

    fn decrypt(&self, ticket: &[u8]) -> Option<Vec<u8>> {
        let (name, cipher) = self.cipher()?;
        let (key_name, rest) = ticket.split_at_checked(KEY_NAME_LENGTH)?;
        let (nonce, encrypted) = rest.split_at_checked(NONCE_LEN)?;
        if key_name != name {
            return None;
        }
        let mut plain = encrypted.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let length = cipher.open_in_place(nonce, Aad::from(name), &mut plain).ok()?.len();
        plain.truncate(length);
        Some(plain)
    }
}

/// The lines of `SSLKEYLOGFILE`, for listeners of 'keylog'.
#[derive(Debug, Default)]
pub struct KeyLogLines {
    lines: Mutex<VecDeque<String>>,
    is_enabled: AtomicBool,
}

impl KeyLogLines {
    pub fn enable(&self) {
        self.is_enabled.store(true, Ordering::Relaxed);
    }

    pub fn has_new(&self) -> bool {
        !lock(&self.lines).is_empty()
    }

    pub fn take(&self) -> Option<String> {
        lock(&self.lines).pop_front()
    }
}

impl KeyLog for KeyLogLines {
    fn log(&self, label: &str, client_random: &[u8], secret: &[u8]) {
        let hex = |bytes: &[u8]| {
            bytes.iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            })
        };
        lock(&self.lines).push_back(format!("{label} {} {}\n", hex(client_random), hex(secret)));
    }

    /// Early data is never sent, so its secret is not logged.
    fn will_log(&self, label: &str) -> bool {
        self.is_enabled.load(Ordering::Relaxed) && label != "CLIENT_EARLY_TRAFFIC_SECRET"
    }
}
