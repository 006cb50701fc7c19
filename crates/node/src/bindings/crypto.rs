//! `binding('crypto')`: hashes, HMAC, PBKDF2 and random bytes. Ciphers and key objects are not implemented; TLS is in
//! tls.rs.

use super::Binding;
use crate::requests::{self, Reply};
use crate::system_error::SystemError;
use encoding_rs::mem;
use hex_simd::{AsOut as _, AsciiCase};
use hexloop_engine::{Answer, Call, Characters, ErrorClass, Failure, Kind, Object, Out, Throw, Value};
use hmac::{Hmac, KeyInit, Mac};
use md5::Md5;
use sha1::Sha1;
use sha2::digest::DynDigest;
use sha2::{Digest as _, Sha224, Sha256, Sha384, Sha512};
use std::cell::RefCell;

/// The supported algorithms, by the names that Node lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Algorithm {
    Md5,
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
}

const NAMES: &[(&str, Algorithm)] = &[
    ("RSA-MD5", Algorithm::Md5),
    ("RSA-SHA1", Algorithm::Sha1),
    ("RSA-SHA224", Algorithm::Sha224),
    ("RSA-SHA256", Algorithm::Sha256),
    ("RSA-SHA384", Algorithm::Sha384),
    ("RSA-SHA512", Algorithm::Sha512),
    ("md5", Algorithm::Md5),
    ("sha1", Algorithm::Sha1),
    ("sha224", Algorithm::Sha224),
    ("sha256", Algorithm::Sha256),
    ("sha384", Algorithm::Sha384),
    ("sha512", Algorithm::Sha512),
];

impl Algorithm {
    /// OpenSSL's names are case-insensitive and allow a dash: `SHA-256`.
    fn from_name(name: &str) -> Option<Algorithm> {
        let plain = name.to_ascii_lowercase();
        let plain = plain.strip_prefix("sha-").map_or(plain.clone(), |bits| format!("sha{bits}"));
        NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(&plain)).map(|(_, algorithm)| *algorithm)
    }

    fn hasher(self) -> Box<dyn DynDigest> {
        match self {
            Algorithm::Md5 => Box::new(Md5::default()),
            Algorithm::Sha1 => Box::new(Sha1::default()),
            Algorithm::Sha224 => Box::new(Sha224::default()),
            Algorithm::Sha256 => Box::new(Sha256::default()),
            Algorithm::Sha384 => Box::new(Sha384::default()),
            Algorithm::Sha512 => Box::new(Sha512::default()),
        }
    }

    fn digest(self, data: &[u8]) -> Vec<u8> {
        match self {
            Algorithm::Md5 => Md5::digest(data).to_vec(),
            Algorithm::Sha1 => Sha1::digest(data).to_vec(),
            Algorithm::Sha224 => Sha224::digest(data).to_vec(),
            Algorithm::Sha256 => Sha256::digest(data).to_vec(),
            Algorithm::Sha384 => Sha384::digest(data).to_vec(),
            Algorithm::Sha512 => Sha512::digest(data).to_vec(),
        }
    }

    fn pbkdf2(self, password: &[u8], salt: &[u8], iterations: u32, out: &mut [u8]) {
        // HMAC accepts a key of any length, so this cannot fail.
        let _ = match self {
            Algorithm::Md5 => pbkdf2::pbkdf2::<Hmac<Md5>>(password, salt, iterations, out),
            Algorithm::Sha1 => pbkdf2::pbkdf2::<Hmac<Sha1>>(password, salt, iterations, out),
            Algorithm::Sha224 => pbkdf2::pbkdf2::<Hmac<Sha224>>(password, salt, iterations, out),
            Algorithm::Sha256 => pbkdf2::pbkdf2::<Hmac<Sha256>>(password, salt, iterations, out),
            Algorithm::Sha384 => pbkdf2::pbkdf2::<Hmac<Sha384>>(password, salt, iterations, out),
            Algorithm::Sha512 => pbkdf2::pbkdf2::<Hmac<Sha512>>(password, salt, iterations, out),
        };
    }

    fn hmac_state(self, key: &[u8]) -> Option<HmacState> {
        Some(match self {
            Algorithm::Md5 => HmacState::Md5(Hmac::new_from_slice(key).ok()?),
            Algorithm::Sha1 => HmacState::Sha1(Hmac::new_from_slice(key).ok()?),
            Algorithm::Sha224 => HmacState::Sha224(Hmac::new_from_slice(key).ok()?),
            Algorithm::Sha256 => HmacState::Sha256(Hmac::new_from_slice(key).ok()?),
            Algorithm::Sha384 => HmacState::Sha384(Hmac::new_from_slice(key).ok()?),
            Algorithm::Sha512 => HmacState::Sha512(Hmac::new_from_slice(key).ok()?),
        })
    }
}

/// The state of an HMAC.
enum HmacState {
    Md5(Hmac<Md5>),
    Sha1(Hmac<Sha1>),
    Sha224(Hmac<Sha224>),
    Sha256(Hmac<Sha256>),
    Sha384(Hmac<Sha384>),
    Sha512(Hmac<Sha512>),
}

macro_rules! each_hmac {
    ($hmac_state:expr, $mac:ident => $body:expr) => {
        match $hmac_state {
            HmacState::Md5($mac) => $body,
            HmacState::Sha1($mac) => $body,
            HmacState::Sha224($mac) => $body,
            HmacState::Sha256($mac) => $body,
            HmacState::Sha384($mac) => $body,
            HmacState::Sha512($mac) => $body,
        }
    };
}

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("getHashes", |call| {
            let names: Vec<Value<'_>> = NAMES.iter().map(|(name, _)| Value::string(call.cx(), name)).collect();
            Ok(Object::array(call.cx(), &names)?.into())
        })
        // The other functions take an algorithm by this number.
        .function("algorithm", |call| Ok(Algorithm::from_name(&call.text(0)?).map(|algorithm| algorithm as u32).into()))
        .function("digestLength", |call| Ok(algorithm(call, 0)?.digest(b"").len().into()))
        .function("hash", |call| {
            let algorithm = algorithm(call, 0)?;
            let digest = with_data(call, 1, |data| algorithm.digest(data))?;
            encoded(call, digest, 2)
        })
        .function("hmac", |call| {
            let algorithm = algorithm(call, 0)?;
            let keyed = with_data(call, 1, |key| algorithm.hmac_state(key))?;
            let digest = with_data(call, 2, |data| {
                keyed.map_or_else(Vec::new, |keyed| {
                    each_hmac!(keyed, mac => {
                        let mut mac = mac;
                        mac.update(data);
                        mac.finalize().into_bytes().to_vec()
                    })
                })
            })?;
            encoded(call, digest, 3)
        })
        .function("createHash", |call| {
            let algorithm = algorithm(call, 0)?;
            Ok(hasher(call, algorithm.hasher()))
        })
        .function("createHmac", hmac_hasher)
        .unlocked("pbkdf2", derive_key)
        .unlocked("scrypt", scrypt)
        .function("randomBytes", |call| {
            let length = call.number(1)? as usize;
            if call.value(0).is_undefined() {
                return random(length).map(Out::Bytes).map_err(|error| error.to_throw().into());
            }
            requests::submit("randomBytes", call.number(0)?, move || random(length).map(Reply::Bytes));
            Ok(().into())
        })
        .function("randomUUID", |call| {
            let is_cached = call.boolean(0);
            let bytes = if is_cached { cached_uuid() } else { random_uuid() };
            let bytes = bytes.map_err(|error| Failure::from(error.to_throw()))?;
            let mut text = [0; UUID_LENGTH];
            write_uuid(bytes, &mut text);
            Ok(call.string_of_latin1(&text)?.into())
        });
}

const UUID_SIZE: usize = 16;
const UUID_LENGTH: usize = 36;
/// As in Node, many are drawn at once: the system call costs ten times as much as the rest.
const UUIDS_AT_ONCE: usize = 128;

thread_local! {
    /// Random bytes that no UUID has used.
    static UUID_CACHE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn cached_uuid() -> Result<[u8; UUID_SIZE], SystemError> {
    UUID_CACHE.with_borrow_mut(|unused| {
        if unused.len() < UUID_SIZE {
            *unused = random(UUID_SIZE * UUIDS_AT_ONCE)?;
        }
        let rest = unused.len() - UUID_SIZE;
        let bytes = std::array::from_fn(|index| unused[rest + index]);
        unused.truncate(rest);
        Ok(bytes)
    })
}

fn random_uuid() -> Result<[u8; UUID_SIZE], SystemError> {
    let bytes = random(UUID_SIZE)?;
    Ok(std::array::from_fn(|index| bytes[index]))
}

/// As version 4 of RFC 9562: `xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx`.
fn write_uuid(mut bytes: [u8; UUID_SIZE], output: &mut [u8; UUID_LENGTH]) {
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut digits = [0; 2 * UUID_SIZE];
    let _ = hex_simd::encode(&bytes, digits.as_mut_slice().as_out(), AsciiCase::Lower);
    output.fill(b'-');
    output[..8].copy_from_slice(&digits[..8]);
    output[9..13].copy_from_slice(&digits[8..12]);
    output[14..18].copy_from_slice(&digits[12..16]);
    output[19..23].copy_from_slice(&digits[16..20]);
    output[24..].copy_from_slice(&digits[20..]);
}

fn algorithm<'c>(call: &Call<'c>, index: usize) -> Result<Algorithm, Failure<'c>> {
    let number = call.number(index)?;
    let known = NAMES.iter().map(|(_, algorithm)| *algorithm).find(|algorithm| f64::from(*algorithm as u32) == number);
    known.ok_or_else(|| Throw::error("Digest method not supported").into())
}

/// The bytes of an argument: a string's in UTF-8, or a buffer's.
pub(super) fn with_data<'c, R>(call: &Call<'c>, index: usize, read: impl FnOnce(&[u8]) -> R) -> Result<R, Failure<'c>> {
    if call.value(index).kind() != Kind::String {
        return call.with_bytes(index, read);
    }
    call.with_characters(index, |characters| match characters {
        Characters::Latin1(characters) => read(mem::decode_latin1(characters).as_bytes()),
        Characters::Utf16(units) => read(String::from_utf16_lossy(units).as_bytes()),
    })
}

/// A digest as a string in the encoding that the argument names (see `lib/buffer.js`), or its bytes where that is undefined.
fn encoded<'c>(call: &Call<'c>, digest: Vec<u8>, index: usize) -> Answer<'c> {
    if call.value(index).is_undefined() {
        return Ok(digest.into());
    }
    Ok(super::buffer::decode(call, &digest, call.number(index)? as u32)?.into())
}

/// A hash in progress is a native function that owns its state, so the collector frees it: `step(bytes)` updates,
/// `step()` finalizes, `step(null)` copies.
fn hasher<'c>(call: &Call<'c>, state: Box<dyn DynDigest>) -> Out<'c> {
    let state = RefCell::new(state);
    let step = call.cx().function("step", move |call| {
        if call.is_empty() {
            return Ok(state.borrow_mut().finalize_reset().into_vec().into());
        }
        if call.value(0).kind() == Kind::Null {
            return Ok(hasher(call, state.borrow().box_clone()));
        }
        with_data(call, 0, |bytes| state.borrow_mut().update(bytes))?;
        Ok(().into())
    });
    step.into()
}

/// `createHmac(algorithm, key)`: like `createHash`, without copying.
fn hmac_hasher<'c>(call: &Call<'c>) -> Answer<'c> {
    let algorithm = algorithm(call, 0)?;
    let hmac_state = with_data(call, 1, |key| algorithm.hmac_state(key))?;
    let state = RefCell::new(hmac_state);
    let step = call.cx().function("step", move |call| {
        if call.is_empty() {
            let Some(hmac_state) = state.borrow_mut().take() else { return Ok(Out::Bytes(Vec::new())) };
            return Ok(each_hmac!(hmac_state, mac => mac.finalize().into_bytes().to_vec()).into());
        }
        with_data(call, 0, |bytes| {
            if let Some(hmac_state) = state.borrow_mut().as_mut() {
                each_hmac!(hmac_state, mac => mac.update(bytes));
            }
        })?;
        Ok(().into())
    });
    Ok(step.into())
}

/// `pbkdf2(id, password, salt, iterations, length, algorithm)`.
fn derive_key<'c>(call: &Call<'c>) -> Answer<'c> {
    let password = call.with_bytes(1, |bytes| bytes.to_vec())?;
    let salt = call.with_bytes(2, |bytes| bytes.to_vec())?;
    let (iterations, length) = (call.number(3)? as u32, call.number(4)? as usize);
    let algorithm = algorithm(call, 5)?;
    let derive = move || {
        let mut key = vec![0; length];
        algorithm.pbkdf2(&password, &salt, iterations, &mut key);
        key
    };
    if call.value(0).is_undefined() {
        return Ok(derive().into());
    }
    requests::submit("pbkdf2", call.number(0)?, move || Ok(Reply::Bytes(derive())));
    Ok(().into())
}

/// `scrypt(id, password, salt, log2(N), r, p, length)`.
fn scrypt<'c>(call: &Call<'c>) -> Answer<'c> {
    let password = call.with_bytes(1, |bytes| bytes.to_vec())?;
    let salt = call.with_bytes(2, |bytes| bytes.to_vec())?;
    let (log_n, r, p) = (call.number(3)? as u8, call.number(4)? as u32, call.number(5)? as u32);
    let length = call.number(6)? as usize;
    let invalid = || Throw::new(ErrorClass::RangeError, "Invalid scrypt params");
    let params = scrypt::Params::new(log_n, r, p).map_err(|_| invalid())?;
    let derive = move || {
        let mut key = vec![0; length];
        // It refuses an empty key only, and one of more than 128 GB.
        let _ = scrypt::scrypt(&password, &salt, &params, &mut key);
        key
    };
    if call.value(0).is_undefined() {
        return Ok(derive().into());
    }
    requests::submit("scrypt", call.number(0)?, move || Ok(Reply::Bytes(derive())));
    Ok(().into())
}

fn random(length: usize) -> Result<Vec<u8>, SystemError> {
    let mut bytes = vec![0u8; length];
    // getentropy returns at most 256 bytes per call.
    for chunk in bytes.chunks_mut(256) {
        // SAFETY: pointer and length describe the chunk.
        if unsafe { libc::getentropy(chunk.as_mut_ptr().cast(), chunk.len()) } != 0 {
            return Err(SystemError::last("getentropy"));
        }
    }
    Ok(bytes)
}
