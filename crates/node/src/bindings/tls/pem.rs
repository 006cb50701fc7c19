//! PEM: keys and certificates.

use super::error::TlsError;
use data_encoding::BASE64;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs1KeyDer, PrivatePkcs8KeyDer, PrivateSec1KeyDer};

/// One block from `-----BEGIN …-----` to its END.
pub struct Block {
    pub label: String,
    /// `Name: value` lines before the data: the encryption of a traditional key.
    pub headers: Vec<(String, String)>,
    pub bytes: Vec<u8>,
}

/// All blocks of a PEM text; anything between them is ignored.
pub fn blocks(text: &[u8]) -> Vec<Block> {
    let text = String::from_utf8_lossy(text);
    let mut found = Vec::new();
    let mut open: Option<(Block, String)> = None;
    for line in text.lines().map(str::trim) {
        if let Some(label) = line.strip_prefix("-----BEGIN ").and_then(|rest| rest.strip_suffix("-----")) {
            open = Some((Block { label: label.to_owned(), headers: Vec::new(), bytes: Vec::new() }, String::new()));
        } else if line.starts_with("-----END ") {
            if let Some((block, data)) = open.take()
                && let Ok(bytes) = BASE64.decode(data.as_bytes())
            {
                found.push(Block { bytes, ..block });
            }
        } else if let Some((block, data)) = &mut open {
            match line.split_once(':') {
                Some((name, value)) => block.headers.push((name.trim().to_owned(), value.trim().to_owned())),
                None => data.push_str(line),
            }
        }
    }
    found
}

/// The certificates in a PEM text.
pub fn certificates(text: &[u8]) -> Vec<CertificateDer<'static>> {
    let is_certificate = |label: &str| matches!(label, "CERTIFICATE" | "X509 CERTIFICATE" | "TRUSTED CERTIFICATE");
    blocks(text).into_iter().filter(|block| is_certificate(&block.label)).map(|block| block.bytes.into()).collect()
}

pub fn private_key(text: &[u8], passphrase: Option<&[u8]>) -> Result<PrivateKeyDer<'static>, TlsError> {
    let unsupported = || TlsError::new("DECODER routines", 0x1e08_010c, "unsupported");
    for block in blocks(text) {
        let is_encrypted = block.headers.iter().any(|(name, value)| name == "Proc-Type" && value.contains("ENCRYPTED"));
        let (label, bytes) = if is_encrypted || block.label == "ENCRYPTED PRIVATE KEY" {
            super::encrypted_key::decrypt_block(&block, passphrase)?
        } else {
            (block.label, block.bytes)
        };
        match label.as_str() {
            "PRIVATE KEY" => return Ok(PrivatePkcs8KeyDer::from(bytes).into()),
            "RSA PRIVATE KEY" => return Ok(PrivatePkcs1KeyDer::from(bytes).into()),
            "EC PRIVATE KEY" => return Ok(PrivateSec1KeyDer::from(bytes).into()),
            _ => {}
        }
    }
    Err(unsupported())
}
