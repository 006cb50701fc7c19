//! Handshake signatures. rustls would pass them to webpki, which rejects X.509 v1 certificates; OpenSSL, and so Node,
//! accepts them.

use ring::signature as sig;
use rustls::client::danger::HandshakeSignatureValid;
use rustls::pki_types::CertificateDer;
use rustls::sign::CertifiedKey;
use rustls::{CertificateError, DigitallySignedStruct, Error, SignatureScheme};
use x509_parser::prelude::{FromDer, X509Certificate};

pub const SCHEMES: &[SignatureScheme] = &[
    SignatureScheme::ECDSA_NISTP256_SHA256,
    SignatureScheme::ECDSA_NISTP384_SHA384,
    SignatureScheme::ED25519,
    SignatureScheme::RSA_PSS_SHA256,
    SignatureScheme::RSA_PSS_SHA384,
    SignatureScheme::RSA_PSS_SHA512,
    SignatureScheme::RSA_PKCS1_SHA256,
    SignatureScheme::RSA_PKCS1_SHA384,
    SignatureScheme::RSA_PKCS1_SHA512,
];

const ECDSA: &str = "1.2.840.10045.2.1";
const ED25519: &str = "1.3.101.112";
const RSA: &str = "1.2.840.113549.1.1.1";

/// The verification algorithm, and the required key type. In TLS 1.2 an ECDSA scheme specifies only the hash, so the
/// curve is taken from the key.
fn algorithm(
    scheme: SignatureScheme,
    is_p384: bool,
) -> Option<(&'static dyn sig::VerificationAlgorithm, &'static str)> {
    Some(match scheme {
        SignatureScheme::ECDSA_NISTP256_SHA256 if is_p384 => (&sig::ECDSA_P384_SHA256_ASN1, ECDSA),
        SignatureScheme::ECDSA_NISTP256_SHA256 => (&sig::ECDSA_P256_SHA256_ASN1, ECDSA),
        SignatureScheme::ECDSA_NISTP384_SHA384 if is_p384 => (&sig::ECDSA_P384_SHA384_ASN1, ECDSA),
        SignatureScheme::ECDSA_NISTP384_SHA384 => (&sig::ECDSA_P256_SHA384_ASN1, ECDSA),
        SignatureScheme::ED25519 => (&sig::ED25519, ED25519),
        SignatureScheme::RSA_PSS_SHA256 => (&sig::RSA_PSS_2048_8192_SHA256, RSA),
        SignatureScheme::RSA_PSS_SHA384 => (&sig::RSA_PSS_2048_8192_SHA384, RSA),
        SignatureScheme::RSA_PSS_SHA512 => (&sig::RSA_PSS_2048_8192_SHA512, RSA),
        SignatureScheme::RSA_PKCS1_SHA256 => (&sig::RSA_PKCS1_2048_8192_SHA256, RSA),
        SignatureScheme::RSA_PKCS1_SHA384 => (&sig::RSA_PKCS1_2048_8192_SHA384, RSA),
        SignatureScheme::RSA_PKCS1_SHA512 => (&sig::RSA_PKCS1_2048_8192_SHA512, RSA),
        _ => return None,
    })
}

pub fn verify_handshake(
    message: &[u8],
    certificate: &CertificateDer<'_>,
    signed: &DigitallySignedStruct,
) -> Result<HandshakeSignatureValid, Error> {
    let invalid = |why: CertificateError| Error::InvalidCertificate(why);
    let (_, certificate) =
        X509Certificate::from_der(certificate).map_err(|_| invalid(CertificateError::BadEncoding))?;
    let key = certificate.public_key();
    let is_p384 = key
        .algorithm
        .parameters
        .as_ref()
        .and_then(|it| it.as_oid().ok())
        .is_some_and(|oid| oid.to_id_string() == "1.3.132.0.34");
    let Some((algorithm, kind)) = algorithm(signed.scheme, is_p384) else {
        return Err(invalid(CertificateError::BadSignature));
    };
    if key.algorithm.algorithm.to_id_string() != kind {
        return Err(invalid(CertificateError::BadSignature));
    }
    sig::UnparsedPublicKey::new(algorithm, &key.subject_public_key.data)
        .verify(message, signed.signature())
        .map_err(|_| invalid(CertificateError::BadSignature))?;
    Ok(HandshakeSignatureValid::assertion())
}

/// Whether the key belongs to the first certificate.
pub fn matches_key(identity: &CertifiedKey) -> bool {
    let Some(leaf) = identity.cert.first() else { return false };
    let Ok((_, leaf)) = X509Certificate::from_der(leaf) else { return false };
    identity.key.public_key().is_none_or(|key| key.as_ref() == leaf.public_key().raw)
}
