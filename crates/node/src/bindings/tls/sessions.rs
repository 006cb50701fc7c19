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
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

#[derive(Debug)]
pub enum Session {
    Older(Box<Tls12ClientSessionValue>),
    Newer(Box<Tls13ClientSessionValue>),
}

/// Sessions that lead on from each other: those that a connection was given, and connections that took one up. rustls cannot
/// copy a ticket of TLS 1.3, which is good for one connection (RFC 8446, C.4), but each connection is given new ones; so a
/// program that offers the same session again and again offers the next of its pool.
pub type Pool = Arc<Mutex<VecDeque<Session>>>;

/// More than a server gives in one connection.
const MOST_IN_POOL: usize = 8;

/// The sessions of one connection of a client.
#[derive(Debug, Default)]
pub struct SessionBox {
    pool: Pool,
    /// How many came that JavaScript does not know of.
    new: AtomicU32,
    hint: Mutex<Option<NamedGroup>>,
}

/// Nothing here can be left half done by a panic.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SessionBox {
    pub fn with(pool: Option<Pool>) -> SessionBox {
        SessionBox { pool: pool.unwrap_or_default(), ..SessionBox::default() }
    }

    pub fn has_new(&self) -> bool {
        self.new.load(Ordering::Relaxed) > 0
    }

    /// A name for the one that JavaScript does not know of.
    pub fn take_new(&self) -> Option<Vec<u8>> {
        let left = self.new.load(Ordering::Relaxed).checked_sub(1)?;
        self.new.store(left, Ordering::Relaxed);
        self.name()
    }

    pub fn forget_new(&self) {
        self.new.store(0, Ordering::Relaxed);
    }

    pub fn name(&self) -> Option<Vec<u8>> {
        keep(self.pool.clone())
    }

    fn add(&self, session: Session) {
        let mut pool = lock(&self.pool);
        pool.push_back(session);
        if pool.len() > MOST_IN_POOL {
            pool.pop_front();
        }
        self.new.fetch_add(1, Ordering::Relaxed);
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
        self.add(Session::Older(Box::new(value)));
    }

    fn tls12_session(&self, _: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        lock(&self.pool).iter().rev().find_map(|session| match session {
            Session::Older(value) => Some((**value).clone()),
            Session::Newer(_) => None,
        })
    }

    fn remove_tls12_session(&self, _: &ServerName<'static>) {
        lock(&self.pool).retain(|session| matches!(session, Session::Newer(_)));
    }

    fn insert_tls13_ticket(&self, _: ServerName<'static>, value: Tls13ClientSessionValue) {
        self.add(Session::Newer(Box::new(value)));
    }

    fn take_tls13_ticket(&self, _: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        let mut pool = lock(&self.pool);
        let newest = pool.iter().rposition(|session| matches!(session, Session::Newer(_)))?;
        match pool.remove(newest) {
            Some(Session::Newer(value)) => Some(*value),
            _ => None,
        }
    }
}

/// Sessions that JavaScript has as bytes. rustls cannot write one down, so the bytes name a pool that is kept here, for as
/// long as it is among the last thousand; an older one makes a whole handshake, as an outdated one does.
#[derive(Default)]
struct Kept {
    pools: HashMap<[u8; 32], Pool>,
    order: VecDeque<[u8; 32]>,
}

const MOST_KEPT: usize = 1000;

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// The bytes that stand for it.
fn keep(pool: Pool) -> Option<Vec<u8>> {
    let mut name = [0; 32];
    SystemRandom::new().fill(&mut name).ok()?;
    let mut kept = lock(&KEPT);
    kept.pools.insert(name, pool);
    kept.order.push_back(name);
    if kept.order.len() > MOST_KEPT
        && let Some(oldest) = kept.order.pop_front()
    {
        kept.pools.remove(&oldest);
    }
    Some(name.to_vec())
}

pub fn kept(name: &[u8]) -> Option<Pool> {
    let name: [u8; 32] = name.try_into().ok()?;
    lock(&KEPT).pools.get(&name).cloned()
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

    /// Nothing is sent early here, whatever its key would be.
    fn will_log(&self, label: &str) -> bool {
        self.is_on.load(Ordering::Relaxed) && label != "CLIENT_EARLY_TRAFFIC_SECRET"
    }
}
