//! Certificate verification with OpenSSL's error codes.
//!
//! OpenSSL checks a chain in three passes and, since Node lets it continue after an error, the *last* error found is
//! the one that programs see: an expired certificate without a known issuer is `CERT_HAS_EXPIRED`. So the passes and
//! their order are:
//!
//! 1. build the chain from the certificate to its issuers, trusted ones first;
//! 2. check the extensions of each: CA, path length, purpose, names;
//! 3. from the root down to the certificate: signatures, validity.

use super::name_constraints;
use super::trust::Trust;
use rustls::pki_types::CertificateDer;
use x509_parser::extensions::ParsedExtension;
use x509_parser::prelude::{ASN1Time, CertificateRevocationList, FromDer, X509Certificate, X509Version};

/// Whose certificate it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Server,
    Client,
}

const MAX_DEPTH: usize = 100;

/// None if the certificate is trusted, else the error code.
pub fn verify(chain: &[CertificateDer<'_>], trust: &Trust, role: Role) -> Option<&'static str> {
    let Some(parsed) = parse_all(chain) else { return Some("CERT_REJECTED") };
    let mut path = Path { certificates: vec![chain[0].clone().into_owned()], trusted_from: usize::MAX };
    let mut error = path.build(&parsed, trust);
    let Some(path_parsed) = parse_all(&path.certificates) else { return Some("CERT_REJECTED") };
    error = permissions(&path_parsed, role).or(error);
    error = revocation(&path_parsed, trust).or(error);
    error = signatures_and_dates(&path_parsed, path.is_partial(trust)).or(error);
    error
}

fn parse_all<'a>(certificates: &'a [CertificateDer<'_>]) -> Option<Vec<X509Certificate<'a>>> {
    let parse = |der: &'a CertificateDer<'_>| X509Certificate::from_der(der).ok().map(|(_, parsed)| parsed);
    let all: Option<Vec<_>> = certificates.iter().map(parse).collect();
    all.filter(|all| !all.is_empty())
}

fn is_self_issued(certificate: &X509Certificate<'_>) -> bool {
    certificate.subject().as_raw() == certificate.issuer().as_raw()
}

fn is_self_signed(certificate: &X509Certificate<'_>) -> bool {
    is_self_issued(certificate) && identifiers_fit(certificate, certificate)
}

/// Whether the authority key identifier matches this issuer; a missing identifier matches.
fn identifiers_fit(certificate: &X509Certificate<'_>, issuer: &X509Certificate<'_>) -> bool {
    let expected = certificate.iter_extensions().find_map(|extension| match extension.parsed_extension() {
        ParsedExtension::AuthorityKeyIdentifier(identifier) => identifier.key_identifier.as_ref().map(|key| key.0),
        _ => None,
    });
    let actual = issuer.iter_extensions().find_map(|extension| match extension.parsed_extension() {
        ParsedExtension::SubjectKeyIdentifier(key) => Some(key.0),
        _ => None,
    });
    expected.is_none() || actual.is_none() || expected == actual
}

fn may_have_issued(issuer: &X509Certificate<'_>, certificate: &X509Certificate<'_>) -> bool {
    let signs = issuer.key_usage().ok().flatten().is_none_or(|usage| usage.value.key_cert_sign());
    issuer.subject().as_raw() == certificate.issuer().as_raw() && identifiers_fit(certificate, issuer) && signs
}

/// From the certificate towards a root.
struct Path {
    certificates: Vec<CertificateDer<'static>>,
    /// The index of the first trusted certificate.
    trusted_from: usize,
}

impl Path {
    fn build(&mut self, presented: &[X509Certificate<'_>], trust: &Trust) -> Option<&'static str> {
        while self.certificates.len() < MAX_DEPTH {
            let last = self.certificates.last()?.clone();
            let Ok((_, last)) = X509Certificate::from_der(&last) else { return Some("CERT_REJECTED") };
            let is_known = trust.contains(&last);
            if is_known {
                self.trusted_from = self.trusted_from.min(self.certificates.len() - 1);
            }
            if is_self_signed(&last) {
                return match (is_known, self.certificates.len()) {
                    (true, _) => None,
                    (false, 1) => Some("DEPTH_ZERO_SELF_SIGNED_CERT"),
                    (false, _) => Some("SELF_SIGNED_CERT_IN_CHAIN"),
                };
            }
            if is_known && trust.allow_partial_chains {
                return None;
            }
            let trusted = trust.find(last.issuer().as_raw(), |candidates| best_issuer(&last, candidates));
            if let Some(issuer) = trusted {
                self.trusted_from = self.trusted_from.min(self.certificates.len());
                self.certificates.push(issuer);
                continue;
            }
            // Above a trusted certificate, only trusted ones are considered.
            let is_used = |candidate: &X509Certificate<'_>| {
                self.certificates.iter().any(|used| used.as_ref() == candidate.as_raw())
            };
            let next = presented.iter().find(|candidate| may_have_issued(candidate, &last) && !is_used(candidate));
            match next {
                Some(next) if self.trusted_from == usize::MAX => self.certificates.push(next.as_raw().to_vec().into()),
                _ if self.trusted_from != usize::MAX => return Some("UNABLE_TO_GET_ISSUER_CERT"),
                _ => return Some("UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
            }
        }
        Some("CERT_CHAIN_TOO_LONG")
    }

    /// Whether it ends at a trusted certificate that is not a root.
    fn is_partial(&self, trust: &Trust) -> bool {
        trust.allow_partial_chains && self.trusted_from != usize::MAX
    }
}

/// Of several candidates, prefers one that is valid now and has signed the certificate, as OpenSSL does.
fn best_issuer(
    certificate: &X509Certificate<'_>,
    candidates: &[CertificateDer<'static>],
) -> Option<CertificateDer<'static>> {
    let mut fallback = None;
    for candidate in candidates {
        let Ok((_, parsed)) = X509Certificate::from_der(candidate) else { continue };
        if !may_have_issued(&parsed, certificate) {
            continue;
        }
        if parsed.validity().is_valid() && certificate.verify_signature(Some(parsed.public_key())).is_ok() {
            return Some(candidate.clone());
        }
        fallback.get_or_insert_with(|| candidate.clone());
    }
    fallback
}

// ---- extensions

fn permissions(path: &[X509Certificate<'_>], role: Role) -> Option<&'static str> {
    let mut error = None;
    // Intermediates below this one that are not self-issued.
    let mut below = 0;
    for (depth, certificate) in path.iter().enumerate() {
        if has_unknown_critical(certificate) {
            error = Some("UNHANDLED_CRITICAL_EXTENSION");
        }
        if depth > 0 && !is_authority(certificate) {
            error = Some("INVALID_CA");
        }
        if !has_purpose(certificate, role, depth > 0) {
            error = Some("INVALID_PURPOSE");
        }
        let limit = certificate.basic_constraints().ok().flatten().and_then(|it| it.value.path_len_constraint);
        if depth > 1 && limit.is_some_and(|limit| below > limit) {
            error = Some("PATH_LENGTH_EXCEEDED");
        }
        if depth > 0 && !is_self_issued(certificate) {
            below += 1;
        }
    }
    error.or_else(|| name_constraints::violation(path))
}

fn is_authority(certificate: &X509Certificate<'_>) -> bool {
    let signs = certificate.key_usage().ok().flatten().map(|usage| usage.value.key_cert_sign());
    if signs == Some(false) {
        return false;
    }
    match certificate.basic_constraints() {
        Ok(Some(constraints)) => constraints.value.ca,
        // A v1 root, which has no extensions; or one with the keyCertSign usage.
        Ok(None) => (certificate.version() == X509Version::V1 && is_self_issued(certificate)) || signs == Some(true),
        Err(_) => false,
    }
}

fn has_purpose(certificate: &X509Certificate<'_>, role: Role, is_issuer: bool) -> bool {
    let Ok(extended) = certificate.extended_key_usage() else { return false };
    if let Some(usage) = extended {
        let named = if role == Role::Server { usage.value.server_auth } else { usage.value.client_auth };
        let is_any = is_issuer && usage.value.any;
        if !(named || is_any) {
            return false;
        }
    }
    let Ok(usage) = certificate.key_usage() else { return false };
    is_issuer
        || usage.is_none_or(|usage| {
            let signs = usage.value.digital_signature() || usage.value.key_agreement();
            signs || (role == Role::Server && usage.value.key_encipherment())
        })
}

fn has_unknown_critical(certificate: &X509Certificate<'_>) -> bool {
    certificate.iter_extensions().filter(|extension| extension.critical).any(|extension| {
        matches!(
            extension.parsed_extension(),
            ParsedExtension::UnsupportedExtension { .. }
                | ParsedExtension::ParseError { .. }
                | ParsedExtension::Unparsed
        )
    })
}

// ---- CRLs

fn revocation(path: &[X509Certificate<'_>], trust: &Trust) -> Option<&'static str> {
    if trust.crls.is_empty() {
        return None;
    }
    let mut error = None;
    for (depth, certificate) in path.iter().enumerate() {
        let issuer = path.get(depth + 1).unwrap_or(certificate);
        error = is_revoked(certificate, issuer, &trust.crls).or(error);
    }
    error
}

fn is_revoked(
    certificate: &X509Certificate<'_>,
    issuer: &X509Certificate<'_>,
    lists: &[Vec<u8>],
) -> Option<&'static str> {
    let all = lists.iter().filter_map(|list| CertificateRevocationList::from_der(list).ok()).map(|(_, list)| list);
    let Some(list) = all.into_iter().find(|list| list.issuer().as_raw() == certificate.issuer().as_raw()) else {
        return Some("UNABLE_TO_GET_CRL");
    };
    let mut error = None;
    if list.verify_signature(issuer.public_key()).is_err() {
        error = Some("CRL_SIGNATURE_FAILURE");
    }
    let now = ASN1Time::now();
    if list.last_update() > now {
        error = Some("CRL_NOT_YET_VALID");
    }
    if list.next_update().is_some_and(|next| next < now) {
        error = Some("CRL_HAS_EXPIRED");
    }
    if list.iter_revoked_certificates().any(|entry| entry.raw_serial() == certificate.raw_serial()) {
        error = Some("CERT_REVOKED");
    }
    error
}

// ---- signatures and validity

fn signatures_and_dates(path: &[X509Certificate<'_>], is_partial: bool) -> Option<&'static str> {
    let mut error = None;
    let now = ASN1Time::now();
    for (depth, certificate) in path.iter().enumerate().rev() {
        match path.get(depth + 1) {
            Some(issuer) if certificate.verify_signature(Some(issuer.public_key())).is_err() => {
                error = Some("CERT_SIGNATURE_FAILURE");
            }
            Some(_) => {}
            None if is_self_issued(certificate) || is_partial => {}
            // The issuer is unknown, so the signature cannot be verified.
            None if path.len() == 1 => error = Some("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
            None => {}
        }
        if certificate.validity().not_before > now {
            error = Some("CERT_NOT_YET_VALID");
        }
        if certificate.validity().not_after < now {
            error = Some("CERT_HAS_EXPIRED");
        }
    }
    error
}
