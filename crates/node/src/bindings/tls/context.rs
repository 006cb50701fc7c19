//! What connections share: keys and certificates, trust, versions and ciphers (`tls.SecureContext`).
//!
//! rustls verifies within the handshake; Node completes the handshake and verifies afterwards, so that a program can
//! inspect a certificate that it does not trust. So the verifiers here check one thing only: that the peer holds the
//! private key of its certificate. Whether that certificate is trusted is determined afterwards, in `verify.rs`.

use super::error::TlsError;
use super::pem;
use super::sessions::{KeyLogLines, SessionStore, TicketKeys};
use super::signature;
use super::suites;
use super::trust::Trust;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{ClientConfig, ResolvesClientCert, Resumption, Tls12Resumption};
use rustls::crypto::{CryptoProvider, ring as provider};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{ClientHello, ResolvesServerCert, ServerConfig, ServerSessionMemoryCache};
use rustls::sign::CertifiedKey;
use rustls::{DigitallySignedStruct, DistinguishedName, Error, SignatureScheme, SupportedProtocolVersion};
use std::sync::{Arc, LazyLock};

/// The options from JavaScript.
pub struct ContextOptions {
    pub min_version: u16,
    pub max_version: u16,
    pub ciphers: String,
    pub curves: Option<String>,
    /// The server's order of ciphers wins, not the client's.
    pub honor_cipher_order: bool,
    /// Each with its passphrase.
    pub keys: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    pub certificates: Vec<Vec<u8>>,
    pub trust: Trust,
}

pub struct Context {
    versions: Vec<&'static SupportedProtocolVersion>,
    provider: Arc<CryptoProvider>,
    identities: Arc<Identities>,
    honor_cipher_order: bool,
    /// The first certificate, with a key or without.
    pub own: Option<CertificateDer<'static>>,
    pub trust: Trust,
    pub tickets: Arc<TicketKeys>,
    sessions: Arc<ServerSessionMemoryCache>,
}

/// The options of one connection of a server.
pub struct ServerOptions {
    pub protocols: Vec<Vec<u8>>,
    pub request_certificate: bool,
    pub require_certificate: bool,
}

impl Context {
    pub fn new(options: ContextOptions) -> Result<Context, TlsError> {
        let suites = suites::select(&options.ciphers);
        if suites.is_empty() {
            return Err(TlsError::ssl(0xb9, "no cipher match"));
        }
        let groups = match &options.curves {
            Some(curves) => {
                Some(suites::groups(curves).ok_or_else(|| TlsError::new("", 0, "Failed to set ECDH curve"))?)
            }
            None => None,
        };
        let keys = options.keys.iter().map(|(key, passphrase)| pem::private_key(key, passphrase.as_deref()));
        let keys = keys.collect::<Result<Vec<_>, TlsError>>()?;
        let chains = options.certificates.iter().map(|text| load_chain(text, &options.trust));
        let chains = chains.collect::<Result<Vec<_>, TlsError>>()?;
        let own = chains.first().and_then(|chain| chain.first().cloned());
        let tickets = TicketKeys::new().ok_or_else(|| TlsError::ssl(0x44, "no random bytes"))?;
        Ok(Context {
            versions: suites::versions(options.min_version, options.max_version),
            provider: Arc::new(suites::provider(suites, groups)),
            identities: Arc::new(Identities::new(keys, chains)?),
            honor_cipher_order: options.honor_cipher_order,
            own,
            trust: options.trust,
            tickets: Arc::new(tickets),
            sessions: ServerSessionMemoryCache::new(256),
        })
    }

    fn versions(&self) -> Result<&[&'static SupportedProtocolVersion], Error> {
        if self.versions.is_empty() {
            return Err(Error::General("no protocols available".to_owned()));
        }
        Ok(&self.versions)
    }

    pub fn client_config(
        &self,
        server_name: Option<&str>,
        protocols: Vec<Vec<u8>>,
        sessions: &Arc<SessionStore>,
        keys: &Arc<KeyLogLines>,
    ) -> Result<(ClientConfig, ServerName<'static>), Error> {
        static VERIFIER: LazyLock<Arc<dyn ServerCertVerifier>> = LazyLock::new(|| Arc::new(SignatureOnlyVerifier));
        static NO_IDENTITIES: LazyLock<Arc<dyn ResolvesClientCert>> = LazyLock::new(|| Arc::new(Identities::default()));
        let resolver = if self.identities.all.is_empty() { NO_IDENTITIES.clone() } else { self.identities.clone() };
        let mut config = ClientConfig::builder_with_provider(self.provider.clone())
            .with_protocol_versions(self.versions()?)?
            .dangerous()
            // One instance for all: rustls resumes a session only with the verifier that it was created with.
            .with_custom_certificate_verifier(VERIFIER.clone())
            .with_client_cert_resolver(resolver);
        let name = server_name.and_then(|name| ServerName::try_from(name.to_owned()).ok());
        config.enable_sni = name.is_some();
        config.alpn_protocols = protocols;
        config.key_log = keys.clone();
        config.resumption = Resumption::store(sessions.clone()).tls12_resumption(Tls12Resumption::SessionIdOrTickets);
        let name = name.unwrap_or_else(|| ServerName::IpAddress(std::net::IpAddr::from([127, 0, 0, 1]).into()));
        Ok((config, name))
    }

    pub fn server_config(&self, options: &ServerOptions, keys: &Arc<KeyLogLines>) -> Result<ServerConfig, Error> {
        let builder =
            ServerConfig::builder_with_provider(self.provider.clone()).with_protocol_versions(self.versions()?)?;
        let builder = if options.request_certificate {
            let subjects = self.trust.own_subjects().into_iter().map(DistinguishedName::from).collect();
            builder.with_client_cert_verifier(Arc::new(ClientVerifier {
                is_required: options.require_certificate,
                subjects,
            }))
        } else {
            builder.with_no_client_auth()
        };
        let mut config = builder.with_cert_resolver(self.identities.clone());
        config.alpn_protocols = options.protocols.clone();
        config.key_log = keys.clone();
        config.ignore_client_order = self.honor_cipher_order;
        config.session_storage = self.sessions.clone();
        config.ticketer = self.tickets.clone();
        Ok(config)
    }
}

// ---- keys and certificates

/// A certificate and its intermediates; if it comes alone, the trusted certificates that lead on from it are added, as
/// OpenSSL does.
fn load_chain(text: &[u8], trust: &Trust) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let mut chain = pem::certificates(text);
    if chain.is_empty() {
        return Err(TlsError::new("PEM routines", 0x0480_006c, "no start line"));
    }
    if chain.len() == 1 {
        while chain.len() < 10
            && let Some(issuer) = chain.last().and_then(|last| trust.own_issuer_of(last))
            && chain.last() != Some(&issuer)
        {
            chain.push(issuer);
        }
    }
    Ok(chain)
}

/// The certificates that can be presented, each with its key.
#[derive(Debug, Default)]
struct Identities {
    all: Vec<Arc<CertifiedKey>>,
}

impl Identities {
    fn new(
        keys: Vec<PrivateKeyDer<'static>>,
        chains: Vec<Vec<CertificateDer<'static>>>,
    ) -> Result<Identities, TlsError> {
        let mut signers = Vec::new();
        for key in &keys {
            // rustls returns the same error for unsupported key types and for RSA keys below 2048 bits.
            let signer =
                provider::sign::any_supported_type(key).map_err(|_| TlsError::ssl(0x18f, "ee key too small"))?;
            signers.push(signer);
        }
        let mut all = Vec::new();
        for chain in chains {
            let mut matched = false;
            for signer in &signers {
                let identity = CertifiedKey::new(chain.clone(), signer.clone());
                if signature::matches_key(&identity) {
                    all.push(Arc::new(identity));
                    matched = true;
                    break;
                }
            }
            if !matched && !signers.is_empty() {
                return Err(TlsError::new("x509 certificate routines", 0x0580_0074, "key values mismatch"));
            }
        }
        Ok(Identities { all })
    }

    fn choose(&self, schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.all.iter().find(|identity| identity.key.choose_scheme(schemes).is_some()).cloned()
    }
}

impl ResolvesServerCert for Identities {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.choose(hello.signature_schemes())
    }
}

impl ResolvesClientCert for Identities {
    fn resolve(&self, _: &[&[u8]], schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.choose(schemes)
    }

    fn has_certs(&self) -> bool {
        !self.all.is_empty()
    }
}

// ---- verifiers: the peer must hold the key of its certificate

/// Both verifier traits of rustls have these methods.
macro_rules! verify_signatures {
    () => {
        fn verify_tls12_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            signature::verify_handshake(message, certificate, signed)
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            signature::verify_handshake(message, certificate, signed)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            signature::SCHEMES.to_vec()
        }
    };
}

#[derive(Debug)]
struct SignatureOnlyVerifier;

impl ServerCertVerifier for SignatureOnlyVerifier {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    verify_signatures!();
}

#[derive(Debug)]
struct ClientVerifier {
    is_required: bool,
    subjects: Vec<DistinguishedName>,
}

impl ClientCertVerifier for ClientVerifier {
    fn client_auth_mandatory(&self) -> bool {
        self.is_required
    }

    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &self.subjects
    }

    fn verify_client_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        Ok(ClientCertVerified::assertion())
    }

    verify_signatures!();
}
