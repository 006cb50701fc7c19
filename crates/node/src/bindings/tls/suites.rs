//! Cipher suites, versions and groups under OpenSSL's and Node's names.

use rustls::crypto::{CryptoProvider, SupportedKxGroup, ring};
use rustls::version::{TLS12, TLS13};
use rustls::{CipherSuite, NamedGroup, ProtocolVersion, SupportedCipherSuite, SupportedProtocolVersion};

/// OpenSSL's name and the standard name of each supported suite.
const NAMES: &[(CipherSuite, &str, &str)] = &[
    (CipherSuite::TLS13_AES_256_GCM_SHA384, "TLS_AES_256_GCM_SHA384", "TLS_AES_256_GCM_SHA384"),
    (CipherSuite::TLS13_CHACHA20_POLY1305_SHA256, "TLS_CHACHA20_POLY1305_SHA256", "TLS_CHACHA20_POLY1305_SHA256"),
    (CipherSuite::TLS13_AES_128_GCM_SHA256, "TLS_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256"),
    (
        CipherSuite::TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        "ECDHE-RSA-AES128-GCM-SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    ),
    (
        CipherSuite::TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
        "ECDHE-ECDSA-AES128-GCM-SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    ),
    (
        CipherSuite::TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        "ECDHE-RSA-AES256-GCM-SHA384",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    ),
    (
        CipherSuite::TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
        "ECDHE-ECDSA-AES256-GCM-SHA384",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    ),
    (
        CipherSuite::TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        "ECDHE-RSA-CHACHA20-POLY1305",
        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    ),
    (
        CipherSuite::TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        "ECDHE-ECDSA-CHACHA20-POLY1305",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
    ),
];

fn supported(suite: CipherSuite) -> Option<SupportedCipherSuite> {
    ring::ALL_CIPHER_SUITES.iter().find(|known| known.suite() == suite).copied()
}

/// The supported names in lower case.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = NAMES.iter().map(|(_, name, _)| name.to_ascii_lowercase()).collect();
    names.sort();
    names
}

/// OpenSSL's name, and the standard name.
pub fn name_of(suite: CipherSuite) -> Option<(&'static str, &'static str)> {
    NAMES.iter().find(|(known, ..)| *known == suite).map(|(_, name, standard)| (*name, *standard))
}

/// `spec` is an OpenSSL cipher list, `A:B:!C`; TLS 1.3 suites are all enabled unless it names some. Empty if no
/// supported suite matches.
pub fn select(spec: &str) -> Vec<SupportedCipherSuite> {
    let words: Vec<&str> = spec.split([':', ',', ' ']).filter(|word| !word.is_empty()).collect();
    let mut chosen: Vec<CipherSuite> = Vec::new();
    let mut forbidden: Vec<CipherSuite> = Vec::new();
    for word in &words {
        if let Some(word) = word.strip_prefix('!') {
            forbidden.extend(matching(word));
        } else if let Some(word) = word.strip_prefix('-') {
            let out = matching(word);
            chosen.retain(|suite| !out.contains(suite));
        } else {
            let word = word.strip_prefix('+').unwrap_or(word);
            let new: Vec<CipherSuite> = matching(word).into_iter().filter(|suite| !chosen.contains(suite)).collect();
            chosen.extend(new);
        }
    }
    chosen.retain(|suite| !forbidden.contains(suite));
    let names_tls13 = words.iter().any(|word| word.starts_with("TLS_"));
    if !names_tls13 {
        let first = [CipherSuite::TLS13_AES_256_GCM_SHA384, CipherSuite::TLS13_CHACHA20_POLY1305_SHA256];
        let all = first.into_iter().chain([CipherSuite::TLS13_AES_128_GCM_SHA256]);
        if chosen.is_empty() {
            return Vec::new();
        }
        chosen = all.chain(chosen).collect();
    }
    chosen.into_iter().filter_map(supported).collect()
}

/// The suites that match one item of such a list.
fn matching(word: &str) -> Vec<CipherSuite> {
    let all = |keep: &dyn Fn(&str) -> bool| -> Vec<CipherSuite> {
        NAMES.iter().filter(|(_, name, _)| !name.starts_with("TLS_") && keep(name)).map(|(suite, ..)| *suite).collect()
    };
    // `ECDHE+AESGCM`: all parts must match.
    let fits = |part: &str, name: &str| match part.split('@').next().unwrap_or_default() {
        "ALL" | "DEFAULT" | "HIGH" | "COMPLEMENTOFDEFAULT" | "TLSv1.2" => true,
        "ECDHE" | "EECDH" | "kECDHE" | "kEECDH" => true,
        "RSA" | "aRSA" => name.contains("RSA"),
        "ECDSA" | "aECDSA" => name.contains("ECDSA"),
        "AESGCM" => name.contains("GCM"),
        "AES" => name.contains("AES"),
        "AES128" => name.contains("AES128"),
        "AES256" => name.contains("AES256"),
        "CHACHA20" => name.contains("CHACHA20"),
        "SHA256" | "SHA384" | "SHA1" | "SHA" | "MD5" => false,
        other => name == other,
    };
    if word.starts_with('@') {
        return Vec::new();
    }
    if let Some((suite, ..)) = NAMES.iter().find(|(_, name, standard)| *name == word || *standard == word) {
        return vec![*suite];
    }
    all(&|name| word.split('+').all(|part| fits(part, name)))
}

/// The versions from `min` to `max`, which are protocol version numbers.
pub fn versions(min: u16, max: u16) -> Vec<&'static SupportedProtocolVersion> {
    [(&TLS13, 0x0304), (&TLS12, 0x0303)]
        .into_iter()
        .filter(|(_, number)| (min..=max).contains(number))
        .map(|(version, _)| version)
        .collect()
}

pub fn version_name(version: ProtocolVersion) -> &'static str {
    match version {
        ProtocolVersion::TLSv1_3 => "TLSv1.3",
        ProtocolVersion::TLSv1_2 => "TLSv1.2",
        _ => "unknown",
    }
}

const GROUPS: &[(&str, NamedGroup)] = &[
    ("X25519", NamedGroup::X25519),
    ("x25519", NamedGroup::X25519),
    ("prime256v1", NamedGroup::secp256r1),
    ("P-256", NamedGroup::secp256r1),
    ("secp256r1", NamedGroup::secp256r1),
    ("secp384r1", NamedGroup::secp384r1),
    ("P-384", NamedGroup::secp384r1),
];

/// Groups of OpenSSL that are not supported here: ignored if others are listed, too.
const OTHER_GROUPS: &[&str] = &["secp521r1", "P-521", "X448", "x448", "secp256k1", "X25519MLKEM768", "brainpoolP256r1"];

/// Parses a list of curves, `P-256:X25519`; None if one is unknown, or none is supported.
pub fn groups(spec: &str) -> Option<Vec<&'static dyn SupportedKxGroup>> {
    let mut chosen: Vec<&'static dyn SupportedKxGroup> = Vec::new();
    for word in spec.split(':') {
        let known = GROUPS.iter().find(|(name, _)| *name == word);
        if known.is_none() && !OTHER_GROUPS.contains(&word) {
            return None;
        }
        let Some((_, group)) = known else { continue };
        chosen.extend(ring::ALL_KX_GROUPS.iter().find(|known| known.name() == *group).copied());
    }
    (!chosen.is_empty()).then_some(chosen)
}

/// Type, name and size, as `getEphemeralKeyInfo()` returns them.
pub fn group_info(group: NamedGroup) -> (&'static str, &'static str, u32) {
    match group {
        NamedGroup::X25519 => ("ECDH", "X25519", 253),
        NamedGroup::secp256r1 => ("ECDH", "prime256v1", 256),
        NamedGroup::secp384r1 => ("ECDH", "secp384r1", 384),
        _ => ("TLSGroup", "unknown", 0),
    }
}

/// A crypto provider with these suites and groups.
pub fn provider(
    suites: Vec<SupportedCipherSuite>,
    groups: Option<Vec<&'static dyn SupportedKxGroup>>,
) -> CryptoProvider {
    let base = ring::default_provider();
    CryptoProvider { cipher_suites: suites, kx_groups: groups.unwrap_or(base.kx_groups.clone()), ..base }
}
