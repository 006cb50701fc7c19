//! Trusted certificates: the program's own CAs, or Mozilla's.

use rustls::pki_types::CertificateDer;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use x509_parser::prelude::{CertificateRevocationList, FromDer, X509Certificate};

/// Certificates by subject.
#[derive(Debug, Default)]
pub struct Store {
    by_subject: HashMap<Vec<u8>, Vec<CertificateDer<'static>>>,
    order: Vec<CertificateDer<'static>>,
}

impl Store {
    pub fn new(certificates: impl IntoIterator<Item = CertificateDer<'static>>) -> Store {
        let mut store = Store::default();
        for certificate in certificates {
            store.add(certificate);
        }
        store
    }

    /// Skips what cannot be parsed, as OpenSSL does.
    fn add(&mut self, certificate: CertificateDer<'static>) {
        let Ok((_, parsed)) = X509Certificate::from_der(&certificate) else { return };
        let subject = parsed.subject().as_raw().to_vec();
        let same = self.by_subject.entry(subject).or_default();
        if !same.contains(&certificate) {
            same.push(certificate.clone());
            self.order.push(certificate);
        }
    }

    pub fn with_subject(&self, subject: &[u8]) -> &[CertificateDer<'static>] {
        self.by_subject.get(subject).map(Vec::as_slice).unwrap_or_default()
    }
}

static BUNDLED: LazyLock<Arc<Store>> =
    LazyLock::new(|| Arc::new(Store::new(webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter().cloned())));

/// The store set by `tls.setDefaultCACertificates()` and `NODE_EXTRA_CA_CERTS`.
static DEFAULT: RwLock<Option<Arc<Store>>> = RwLock::new(None);

pub fn set_default(certificates: Vec<CertificateDer<'static>>) {
    *DEFAULT.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(Store::new(certificates)));
}

pub fn bundled() -> &'static [CertificateDer<'static>] {
    webpki_root_certs::TLS_SERVER_ROOT_CERTS
}

fn default() -> Arc<Store> {
    DEFAULT.read().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_else(|| BUNDLED.clone())
}

/// The trust settings of a context.
#[derive(Default)]
pub struct Trust {
    /// None: the default store.
    pub own: Option<Store>,
    /// A trusted certificate need not be a root.
    pub allow_partial_chains: bool,
    /// CRLs: if there are any, every certificate must be covered by one and not be listed.
    pub crls: Vec<Vec<u8>>,
}

impl Trust {
    /// Calls `f` with the certificates of that subject.
    pub fn find<R>(&self, subject: &[u8], f: impl FnOnce(&[CertificateDer<'static>]) -> R) -> R {
        match &self.own {
            Some(store) => f(store.with_subject(subject)),
            None => f(default().with_subject(subject)),
        }
    }

    pub fn contains(&self, certificate: &X509Certificate<'_>) -> bool {
        self.find(certificate.subject().as_raw(), |same| {
            same.iter().any(|known| known.as_ref() == certificate.as_raw())
        })
    }

    /// The subjects of the program's own CAs, which a client selects its certificate by.
    pub fn own_subjects(&self) -> Vec<Vec<u8>> {
        let Some(store) = &self.own else { return Vec::new() };
        let subject = |certificate: &CertificateDer<'_>| {
            X509Certificate::from_der(certificate).ok().map(|(_, parsed)| parsed.subject().as_raw().to_vec())
        };
        store.order.iter().filter_map(subject).collect()
    }

    /// The issuer of a certificate among the program's own CAs.
    pub fn own_issuer_of(&self, certificate: &CertificateDer<'_>) -> Option<CertificateDer<'static>> {
        let (_, parsed) = X509Certificate::from_der(certificate).ok()?;
        let candidates = self.own.as_ref()?.with_subject(parsed.issuer().as_raw());
        candidates.iter().find(|candidate| is_signed_by(&parsed, candidate)).cloned()
    }

    /// The issuer of a certificate among all trusted ones.
    pub fn issuer_of(&self, certificate: &[u8]) -> Option<CertificateDer<'static>> {
        let (_, parsed) = X509Certificate::from_der(certificate).ok()?;
        self.find(parsed.issuer().as_raw(), |candidates| {
            candidates.iter().find(|candidate| is_signed_by(&parsed, candidate)).cloned()
        })
    }
}

fn is_signed_by(certificate: &X509Certificate<'_>, issuer: &CertificateDer<'_>) -> bool {
    X509Certificate::from_der(issuer)
        .is_ok_and(|(_, issuer)| certificate.verify_signature(Some(issuer.public_key())).is_ok())
}

/// Whether the bytes are a CRL.
pub fn is_revocation_list(bytes: &[u8]) -> bool {
    CertificateRevocationList::from_der(bytes).is_ok()
}
