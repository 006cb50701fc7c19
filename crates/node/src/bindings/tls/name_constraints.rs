//! Name constraints of certificate authorities (RFC 5280, 4.2.1.10).

use x509_parser::extensions::{GeneralName, NameConstraints};
use x509_parser::prelude::X509Certificate;

/// The error code if a certificate violates the constraints of an authority above it.
pub fn violation(path: &[X509Certificate<'_>]) -> Option<&'static str> {
    for (depth, authority) in path.iter().enumerate().skip(1) {
        let Ok(constraints) = authority.name_constraints() else { return Some("UNSUPPORTED_CONSTRAINT_SYNTAX") };
        let Some(constraints) = constraints else { continue };
        for (index, certificate) in path[..depth].iter().enumerate() {
            // Self-issued intermediates are exempt.
            let is_self_issued = certificate.subject().as_raw() == certificate.issuer().as_raw();
            if index > 0 && is_self_issued {
                continue;
            }
            let error = names_of(certificate).iter().find_map(|name| check(name, constraints.value));
            if error.is_some() {
                return error;
            }
        }
    }
    None
}

/// The names of a certificate: of its SAN extension, its subject, and its common name if there is no SAN.
fn names_of<'a>(certificate: &'a X509Certificate<'a>) -> Vec<GeneralName<'a>> {
    let mut names = vec![GeneralName::DirectoryName(certificate.subject().clone())];
    let given = certificate.subject_alternative_name().ok().flatten();
    if let Some(given) = given {
        names.extend(given.value.general_names.iter().cloned());
    } else {
        let common = certificate.subject().iter_common_name().filter_map(|name| name.as_str().ok());
        names.extend(common.filter(|name| name.contains('.') && !name.contains(' ')).map(GeneralName::DNSName));
    }
    names.extend(certificate.subject().iter_email().filter_map(|name| name.as_str().ok()).map(GeneralName::RFC822Name));
    names
}

fn check(name: &GeneralName<'_>, constraints: &NameConstraints<'_>) -> Option<&'static str> {
    let permitted: Vec<Option<bool>> =
        constraints.permitted_subtrees.iter().flatten().map(|subtree| is_within(name, &subtree.base)).collect();
    let same_kind: Vec<bool> = permitted.into_iter().flatten().collect();
    if !same_kind.is_empty() && !same_kind.contains(&true) {
        return Some("PERMITTED_VIOLATION");
    }
    let excluded =
        constraints.excluded_subtrees.iter().flatten().any(|subtree| is_within(name, &subtree.base) == Some(true));
    if excluded { Some("EXCLUDED_VIOLATION") } else { None }
}

/// None: the names are of different types.
fn is_within(name: &GeneralName<'_>, base: &GeneralName<'_>) -> Option<bool> {
    match (name, base) {
        (GeneralName::DNSName(name), GeneralName::DNSName(base)) => Some(is_subdomain(name, base)),
        (GeneralName::RFC822Name(name), GeneralName::RFC822Name(base)) => Some(is_email_within(name, base)),
        (GeneralName::IPAddress(address), GeneralName::IPAddress(base)) => Some(is_address_within(address, base)),
        (GeneralName::DirectoryName(name), GeneralName::DirectoryName(base)) => {
            let (name, base): (Vec<_>, Vec<_>) = (name.iter().collect(), base.iter().collect());
            Some(name.len() >= base.len() && name.iter().zip(&base).all(|(one, other)| one == other))
        }
        (GeneralName::URI(uri), GeneralName::URI(base)) => {
            let host = uri.split("://").nth(1).and_then(|rest| rest.split(['/', ':', '?']).next()).unwrap_or_default();
            Some(if base.starts_with('.') {
                is_subdomain(host, base) && host.len() > base.len()
            } else {
                host.eq_ignore_ascii_case(base)
            })
        }
        _ => None,
    }
}

fn is_subdomain(name: &str, base: &str) -> bool {
    let (name, base) = (name.to_ascii_lowercase(), base.to_ascii_lowercase());
    let base = base.trim_start_matches('.');
    base.is_empty() || name == base || name.strip_suffix(base).is_some_and(|rest| rest.ends_with('.'))
}

fn is_email_within(name: &str, base: &str) -> bool {
    let host = name.rsplit('@').next().unwrap_or_default();
    if base.contains('@') {
        name.eq_ignore_ascii_case(base)
    } else if base.starts_with('.') {
        is_subdomain(host, base) && host.len() >= base.len()
    } else {
        host.eq_ignore_ascii_case(base)
    }
}

/// `base` is an address and its mask.
fn is_address_within(address: &[u8], base: &[u8]) -> bool {
    let (network, mask) = base.split_at(base.len() / 2);
    address.len() == network.len()
        && address.iter().zip(network.iter().zip(mask)).all(|(byte, (net, bits))| byte & bits == net & bits)
}
