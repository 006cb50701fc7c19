//! A certificate as `getPeerCertificate()` shows it: JSON, from which `lib/tls/certificate.js` builds the object.

use serde_json::{Value, json};
use sha1::{Digest, Sha1};
use sha2::{Sha256, Sha512};
use std::fmt::Write as _;
use std::net::{Ipv4Addr, Ipv6Addr};
use x509_parser::extensions::{GeneralName, ParsedExtension};
use x509_parser::oid_registry::Oid;
use x509_parser::prelude::{ASN1Time, FromDer, X509Certificate, X509Name};
use x509_parser::public_key::PublicKey;

/// OpenSSL's short names of name attributes.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("2.5.4.3", "CN"),
    ("2.5.4.4", "SN"),
    ("2.5.4.5", "serialNumber"),
    ("2.5.4.6", "C"),
    ("2.5.4.7", "L"),
    ("2.5.4.8", "ST"),
    ("2.5.4.9", "street"),
    ("2.5.4.10", "O"),
    ("2.5.4.11", "OU"),
    ("2.5.4.12", "title"),
    ("2.5.4.13", "description"),
    ("2.5.4.15", "businessCategory"),
    ("2.5.4.17", "postalCode"),
    ("2.5.4.42", "GN"),
    ("2.5.4.43", "initials"),
    ("2.5.4.46", "dnQualifier"),
    ("2.5.4.97", "organizationIdentifier"),
    ("0.9.2342.19200300.100.1.1", "UID"),
    ("0.9.2342.19200300.100.1.25", "DC"),
    ("1.2.840.113549.1.9.1", "emailAddress"),
    ("1.3.6.1.4.1.311.60.2.1.1", "jurisdictionL"),
    ("1.3.6.1.4.1.311.60.2.1.2", "jurisdictionST"),
    ("1.3.6.1.4.1.311.60.2.1.3", "jurisdictionC"),
];

const CURVES: &[(&str, &str, Option<&str>, u32)] = &[
    ("1.2.840.10045.3.1.7", "prime256v1", Some("P-256"), 256),
    ("1.3.132.0.34", "secp384r1", Some("P-384"), 384),
    ("1.3.132.0.35", "secp521r1", Some("P-521"), 521),
    ("1.3.132.0.10", "secp256k1", None, 256),
];

/// None if it is not a certificate.
pub fn describe(der: &[u8]) -> Option<String> {
    let (_, certificate) = X509Certificate::from_der(der).ok()?;
    let mut facts = json!({
        "subject": name(certificate.subject()),
        "issuer": name(certificate.issuer()),
        "ca": certificate.is_ca(),
        "validFrom": date(certificate.validity().not_before),
        "validTo": date(certificate.validity().not_after),
        "fingerprint": fingerprint(&Sha1::digest(der)),
        "fingerprint256": fingerprint(&Sha256::digest(der)),
        "fingerprint512": fingerprint(&Sha512::digest(der)),
        "serial": serial(certificate.raw_serial()),
    });
    describe_key(&certificate, der, &mut facts);
    for extension in certificate.iter_extensions() {
        match extension.parsed_extension() {
            ParsedExtension::SubjectAlternativeName(names) => {
                let names: Vec<String> = names.general_names.iter().map(general_name).collect();
                facts["names"] = json!(names.join(", "));
            }
            ParsedExtension::AuthorityInfoAccess(access) => {
                let all = access.accessdescs.iter();
                facts["access"] = all
                    .map(|it| json!([access_method(&it.access_method), general_name(&it.access_location)]))
                    .collect();
            }
            ParsedExtension::ExtendedKeyUsage(usage) => facts["usage"] = key_usages(usage),
            _ => {}
        }
    }
    Some(facts.to_string())
}

fn access_method(oid: &Oid<'_>) -> String {
    match oid.to_id_string().as_str() {
        "1.3.6.1.5.5.7.48.1" => "OCSP".to_owned(),
        "1.3.6.1.5.5.7.48.2" => "CA Issuers".to_owned(),
        other => other.to_owned(),
    }
}

fn key_usages(usage: &x509_parser::extensions::ExtendedKeyUsage<'_>) -> Value {
    let known = [
        (usage.any, "2.5.29.37.0"),
        (usage.server_auth, "1.3.6.1.5.5.7.3.1"),
        (usage.client_auth, "1.3.6.1.5.5.7.3.2"),
        (usage.code_signing, "1.3.6.1.5.5.7.3.3"),
        (usage.email_protection, "1.3.6.1.5.5.7.3.4"),
        (usage.time_stamping, "1.3.6.1.5.5.7.3.8"),
        (usage.ocsp_signing, "1.3.6.1.5.5.7.3.9"),
    ];
    let named = known.iter().filter(|(is_there, _)| *is_there).map(|(_, oid)| (*oid).to_owned());
    named.chain(usage.other.iter().map(Oid::to_id_string)).collect()
}

/// Pairs of an attribute's name and value, in their order.
fn name(name: &X509Name<'_>) -> Value {
    let attributes = name.iter_attributes().map(|attribute| {
        let oid = attribute.attr_type().to_id_string();
        let short = ATTRIBUTES.iter().find(|(known, _)| *known == oid).map_or(oid.as_str(), |(_, short)| *short);
        let value = attribute
            .as_str()
            .map_or_else(|_| decode_legacy_string(attribute.attr_value().tag().0, attribute.as_slice()), str::to_owned);
        json!([short, value])
    });
    attributes.collect()
}

/// Decodes a string that is not UTF-8: BMPString, or one of the old single-byte types.
fn decode_legacy_string(tag: u32, bytes: &[u8]) -> String {
    if tag == 30 {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    } else {
        bytes.iter().map(|byte| char::from(*byte)).collect()
    }
}

fn describe_key(certificate: &X509Certificate<'_>, der: &[u8], facts: &mut Value) {
    let info = certificate.public_key();
    // Its range in the certificate, whose bytes JavaScript already has.
    let range_of = |part: &[u8]| json!([part.as_ptr() as usize - der.as_ptr() as usize, part.len()]);
    facts["key"] = range_of(info.raw);
    match info.parsed() {
        Ok(PublicKey::RSA(key)) => {
            let modulus = &key.modulus[key.modulus.iter().take_while(|byte| **byte == 0).count()..];
            facts["modulus"] = json!(hex(modulus));
            let exponent =
                key.try_exponent().map_or_else(|_| hex(key.exponent).to_lowercase(), |number| format!("{number:x}"));
            facts["exponent"] = json!(format!("0x{exponent}"));
            facts["bits"] = json!(modulus.len() * 8 - modulus.first().map_or(0, |byte| byte.leading_zeros() as usize));
        }
        Ok(PublicKey::EC(_)) => {
            facts["key"] = range_of(&info.subject_public_key.data);
            let oid = info.algorithm.parameters.as_ref().and_then(|it| it.as_oid().ok()).map(|oid| oid.to_id_string());
            if let Some((_, name, nist, bits)) = oid.and_then(|oid| CURVES.iter().find(|(known, ..)| *known == oid)) {
                facts["bits"] = json!(bits);
                facts["curve"] = json!([name, nist]);
            }
        }
        _ => {}
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02X}");
        text
    })
}

fn serial(bytes: &[u8]) -> String {
    let rest = &bytes[bytes.iter().take_while(|byte| **byte == 0).count().min(bytes.len().saturating_sub(1))..];
    hex(rest)
}

fn fingerprint(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(":")
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// `Sep  3 21:40:37 2022 GMT`.
fn date(time: ASN1Time) -> String {
    let time = time.to_datetime();
    let month = MONTHS[(u8::from(time.month()) as usize).saturating_sub(1).min(11)];
    format!("{month} {:2} {:02}:{:02}:{:02} {} GMT", time.day(), time.hour(), time.minute(), time.second(), time.year())
}

/// In Node's format: a value that would be ambiguous is quoted as JSON.
fn general_name(name: &GeneralName<'_>) -> String {
    match name {
        GeneralName::DNSName(text) => format!("DNS:{}", quoted(text)),
        GeneralName::RFC822Name(text) => format!("email:{}", quoted(text)),
        GeneralName::URI(text) => format!("URI:{}", quoted(text)),
        GeneralName::IPAddress(bytes) => format!("IP Address:{}", address(bytes)),
        GeneralName::RegisteredID(oid) => format!("Registered ID:{}", oid.to_id_string()),
        GeneralName::DirectoryName(name) => {
            let parts = name.iter_attributes().map(|attribute| {
                let oid = attribute.attr_type().to_id_string();
                let short =
                    ATTRIBUTES.iter().find(|(known, _)| *known == oid).map_or(oid.as_str(), |(_, short)| *short);
                format!("{short}={}", attribute.as_str().unwrap_or_default())
            });
            format!("DirName:{}", quoted(&parts.collect::<Vec<_>>().join(",")))
        }
        GeneralName::OtherName(..) => "othername:<unsupported>".to_owned(),
        GeneralName::X400Address(_) => "X400Name:<unsupported>".to_owned(),
        GeneralName::EDIPartyName(_) => "EdiPartyName:<unsupported>".to_owned(),
        // Non-ASCII bytes in an IA5String: one character per byte, as in Node.
        GeneralName::Invalid(tag, bytes) => {
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            let kind = match tag.0 {
                1 => "email",
                6 => "URI",
                _ => "DNS",
            };
            format!("{kind}:{}", quoted(&text))
        }
    }
}

fn quoted(text: &str) -> String {
    let is_plain = |c: char| (' '..='~').contains(&c) && !matches!(c, '"' | '\\' | ',' | '\'');
    if text.chars().all(is_plain) {
        return text.to_owned();
    }
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            ' '..='~' => quoted.push(c),
            _ => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
        }
    }
    quoted.push('"');
    quoted
}

fn address(bytes: &[u8]) -> String {
    if let Ok(four) = <[u8; 4]>::try_from(bytes) {
        Ipv4Addr::from(four).to_string()
    } else if let Ok(sixteen) = <[u8; 16]>::try_from(bytes) {
        let groups = Ipv6Addr::from(sixteen).segments();
        groups.iter().map(|group| format!("{group:X}")).collect::<Vec<_>>().join(":")
    } else {
        "<invalid>".to_owned()
    }
}
