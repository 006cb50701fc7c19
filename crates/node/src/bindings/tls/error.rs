//! TLS errors in OpenSSL's terms: programs compare `code`, so each error of rustls maps to the code that Node reports.

use rustls::{AlertDescription, Error, InvalidMessage, PeerIncompatible};

/// OpenSSL's library, reason and number; Node's `code` and message are made from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsError {
    pub library: &'static str,
    pub reason: String,
    /// OpenSSL's packed error number.
    pub number: u32,
    /// The end of the message.
    pub note: String,
}

const SSL: &str = "SSL routines";

impl TlsError {
    pub fn new(library: &'static str, number: u32, reason: impl Into<String>) -> TlsError {
        TlsError { library, reason: reason.into(), number, note: String::new() }
    }

    pub fn ssl(number: u32, reason: impl Into<String>) -> TlsError {
        TlsError::new(SSL, 0x0a00_0000 | number, reason)
    }

    /// Library, reason, number and note, as JavaScript reads them.
    pub fn to_strings(&self) -> Vec<String> {
        vec![self.library.to_owned(), self.reason.clone(), format!("{:08X}", self.number), self.note.clone()]
    }

    pub fn from_rustls(error: &Error) -> TlsError {
        match error {
            Error::AlertReceived(alert) => alert_received(*alert),
            Error::InvalidMessage(InvalidMessage::InvalidContentType | InvalidMessage::UnknownProtocolVersion) => {
                TlsError::ssl(0x10b, "wrong version number")
            }
            Error::InvalidMessage(InvalidMessage::MessageTooLarge) | Error::PeerSentOversizedRecord => {
                TlsError::ssl(0xc6, "packet length too long")
            }
            Error::InvalidMessage(_) => TlsError::ssl(0x9f, "length mismatch"),
            Error::PeerIncompatible(why) => incompatible(why),
            Error::NoCertificatesPresented => TlsError::ssl(0xc7, "peer did not return a certificate"),
            Error::NoApplicationProtocol => TlsError::ssl(0xeb, "no application protocol"),
            Error::DecryptError => TlsError::ssl(0x119, "decryption failed or bad record mac"),
            Error::InappropriateMessage { .. } | Error::InappropriateHandshakeMessage { .. } => {
                TlsError::ssl(0xf4, "unexpected message")
            }
            Error::InvalidCertificate(_) => TlsError::ssl(0x7b, "bad signature"),
            other => TlsError::ssl(0x44, format!("internal error ({other})")),
        }
    }
}

fn incompatible(why: &PeerIncompatible) -> TlsError {
    use PeerIncompatible as P;
    match why {
        P::NoCipherSuitesInCommon | P::NoKxGroupsInCommon => TlsError::ssl(0xc1, "no shared cipher"),
        P::NoSignatureSchemesInCommon
        | P::NoCertificateRequestSignatureSchemesInCommon
        | P::NoEcPointFormatsInCommon => TlsError::ssl(0x76, "no suitable signature algorithm"),
        P::Tls12NotOffered
        | P::Tls12NotOfferedOrEnabled
        | P::Tls13RequiredForQuic
        | P::ServerDoesNotSupportTls12Or13
        | P::ServerTlsVersionIsDisabledByOurConfig
        | P::SupportedVersionsExtensionRequired => TlsError::ssl(0x102, "unsupported protocol"),
        other => TlsError::ssl(0x44, format!("internal error ({other:?})")),
    }
}

/// OpenSSL 3.5's names of received alerts: 1000 plus the alert's number.
fn alert_received(alert: AlertDescription) -> TlsError {
    let number = u8::from(alert);
    let reason = match number {
        10 => "ssl/tls alert unexpected message",
        20 => "ssl/tls alert bad record mac",
        40 => "ssl/tls alert handshake failure",
        42 => "ssl/tls alert bad certificate",
        43 => "ssl/tls alert unsupported certificate",
        44 => "ssl/tls alert certificate revoked",
        45 => "ssl/tls alert certificate expired",
        46 => "ssl/tls alert certificate unknown",
        47 => "ssl/tls alert illegal parameter",
        48 => "tlsv1 alert unknown ca",
        49 => "tlsv1 alert access denied",
        50 => "tlsv1 alert decode error",
        51 => "tlsv1 alert decrypt error",
        70 => "tlsv1 alert protocol version",
        71 => "tlsv1 alert insufficient security",
        80 => "tlsv1 alert internal error",
        86 => "tlsv1 alert inappropriate fallback",
        90 => "tlsv1 alert user cancelled",
        109 => "tlsv13 alert missing extension",
        110 => "tlsv1 unsupported extension",
        112 => "tlsv1 unrecognized name",
        113 => "tlsv1 bad certificate status response",
        115 => "tlsv1 alert unknown psk identity",
        116 => "tlsv13 alert certificate required",
        120 => "tlsv1 alert no application protocol",
        _ => "ssl/tls alert",
    };
    let mut error = TlsError::ssl(1000 + u32::from(number), reason);
    error.note = format!("SSL alert number {number}");
    error
}
