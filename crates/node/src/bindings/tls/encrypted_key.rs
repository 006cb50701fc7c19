//! Private keys with a passphrase: PKCS #8, and the older PEM encryption with a DEK-Info header.

use super::error::TlsError;
use super::pem::Block;
use aes::cipher::{BlockModeDecrypt, KeyIvInit, block_padding::Pkcs7};
use md5::{Digest, Md5};

fn bad_decrypt() -> TlsError {
    TlsError::new("Provider routines", 0x1c80_0064, "bad decrypt")
}

/// The label and the decrypted bytes.
pub fn decrypt_block(block: &Block, passphrase: Option<&[u8]>) -> Result<(String, Vec<u8>), TlsError> {
    let passphrase = passphrase.ok_or_else(bad_decrypt)?;
    if block.label == "ENCRYPTED PRIVATE KEY" {
        let encrypted =
            pkcs8::EncryptedPrivateKeyInfoRef::try_from(block.bytes.as_slice()).map_err(|_| bad_decrypt())?;
        let key = encrypted.decrypt(passphrase).map_err(|_| bad_decrypt())?;
        return Ok(("PRIVATE KEY".to_owned(), key.as_bytes().to_vec()));
    }
    let info = block.headers.iter().find(|(name, _)| name == "DEK-Info").map(|(_, value)| value.as_str());
    let (cipher, iv) = info.and_then(|info| info.split_once(',')).ok_or_else(bad_decrypt)?;
    let iv = data_encoding::HEXUPPER_PERMISSIVE.decode(iv.trim().as_bytes()).map_err(|_| bad_decrypt())?;
    let plaintext = match cipher.trim() {
        "AES-128-CBC" => decrypt::<cbc::Decryptor<aes::Aes128>>(16, passphrase, &iv, &block.bytes),
        "AES-192-CBC" => decrypt::<cbc::Decryptor<aes::Aes192>>(24, passphrase, &iv, &block.bytes),
        "AES-256-CBC" => decrypt::<cbc::Decryptor<aes::Aes256>>(32, passphrase, &iv, &block.bytes),
        "DES-EDE3-CBC" => decrypt::<cbc::Decryptor<des::TdesEde3>>(24, passphrase, &iv, &block.bytes),
        _ => return Err(TlsError::new("PEM routines", 0x0480_0072, "unsupported encryption")),
    };
    Ok((block.label.clone(), plaintext.ok_or_else(bad_decrypt)?))
}

fn decrypt<C: KeyIvInit + BlockModeDecrypt>(
    length: usize,
    passphrase: &[u8],
    iv: &[u8],
    bytes: &[u8],
) -> Option<Vec<u8>> {
    let key = derive_key(passphrase, iv.get(..8)?, length);
    let cipher = C::new_from_slices(&key, iv).ok()?;
    cipher.decrypt_padded_vec::<Pkcs7>(bytes).ok()
}

/// OpenSSL's traditional key derivation: one round of MD5.
fn derive_key(passphrase: &[u8], salt: &[u8], length: usize) -> Vec<u8> {
    let mut key: Vec<u8> = Vec::new();
    let mut last: Vec<u8> = Vec::new();
    while key.len() < length {
        last = Md5::new().chain_update(&last).chain_update(passphrase).chain_update(salt).finalize().to_vec();
        key.extend_from_slice(&last);
    }
    key.truncate(length);
    key
}
