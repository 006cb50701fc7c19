//! `binding('tls')`: TLS on rustls; connections that `lib/tls/tls_wrap.js` refers to by id.
//!
//! ```text
//!   lib/tls/socket.js ─▶ lib/tls/tls_wrap.js ──id──▶ Engine (engine.rs): ciphertext ⇄ plaintext, no socket
//!                                                      │ attached to
//!                                                      ▼
//!            a stream of net (net/tls_stream.rs): reads are decrypted before they are delivered, writes encrypted;
//!            or any Duplex of JavaScript (lib/tls/duplex.js), which transports the ciphertext itself
//! ```
//!
//! A context (context.rs) is a native function that owns it, so the collector frees it: a call creates a connection.

mod certificate;
mod context;
mod encrypted_key;
pub(super) mod engine;
mod error;
mod name_constraints;
mod pem;
mod sessions;
mod signature;
mod suites;
mod trust;
mod verify;

use super::Binding;
use super::handle_table::HandleTable;
use super::net;
use crate::requests::Reply;
use crate::shared_constants::tls_operation as operation;
use context::{Context, ContextOptions, ServerOptions};
use engine::Engine;
use hexloop_engine::{Answer, Call, Failure, Kind, Object, Out, Value};
use rustls::pki_types::CertificateDer;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use trust::{Store, Trust};
use verify::Role;

pub type SharedEngine = Rc<RefCell<Engine>>;

thread_local! {
    static CONNECTIONS: HandleTable<SharedEngine> = const { HandleTable::new("TLS connection") };
}

fn insert(engine: Engine) -> u32 {
    CONNECTIONS.with(|connections| connections.insert(Rc::new(RefCell::new(engine))))
}

/// The connection whose id is argument `index`.
fn engine<'c>(call: &Call<'c>, index: usize) -> Result<SharedEngine, Failure<'c>> {
    CONNECTIONS.with(|connections| connections.find(call, index))
}

pub fn fill(binding: &Binding<'_>) {
    fill_contexts(binding);
    fill_connections(binding);
    fill_info(binding);
    fill_certificates(binding);
}

// ---- contexts

/// Reads arguments of which several are lists: a count, then the items.
struct Arguments<'a, 'c> {
    call: &'a Call<'c>,
    next: usize,
}

impl<'c> Arguments<'_, 'c> {
    fn number(&mut self) -> Result<f64, Failure<'c>> {
        self.next += 1;
        self.call.number(self.next - 1)
    }

    fn text(&mut self) -> Result<Option<String>, Failure<'c>> {
        self.next += 1;
        if self.call.value(self.next - 1).is_undefined() { Ok(None) } else { Ok(Some(self.call.text(self.next - 1)?)) }
    }

    fn bytes(&mut self) -> Result<Option<Vec<u8>>, Failure<'c>> {
        self.next += 1;
        if self.call.value(self.next - 1).is_undefined() {
            return Ok(None);
        }
        Ok(Some(self.call.with_bytes(self.next - 1, |bytes| bytes.to_vec())?))
    }

    fn list(&mut self) -> Result<Vec<Vec<u8>>, Failure<'c>> {
        let count = self.number()? as usize;
        (0..count).map(|_| Ok(self.bytes()?.unwrap_or_default())).collect()
    }
}

fn fill_contexts(binding: &Binding<'_>) {
    binding
        // (minVersion, maxVersion, ciphers, curves, allowPartialTrustChain, honorCipherOrder, keys and passphrases,
        // certificates, has its own CAs, CAs, CRLs): a function, or the four strings of an error.
        .function("createSecureContext", |call| {
            let mut arguments = Arguments { call, next: 0 };
            let (min_version, max_version) = (arguments.number()? as u16, arguments.number()? as u16);
            let ciphers = arguments.text()?.unwrap_or_default();
            let curves = arguments.text()?;
            let allow_partial_chains = arguments.number()? != 0.0;
            let honor_cipher_order = arguments.number()? != 0.0;
            let mut keys = Vec::new();
            for _ in 0..arguments.number()? as usize {
                keys.push((arguments.bytes()?.unwrap_or_default(), arguments.bytes()?));
            }
            let certificates = arguments.list()?;
            let has_own_ca = arguments.number()? != 0.0;
            let authorities = arguments.list()?;
            let own = has_own_ca.then(|| Store::new(authorities.iter().flat_map(|text| pem::certificates(text))));
            let crls = arguments.list()?;
            let trust = Trust { own, allow_partial_chains, crls };
            match Context::new(ContextOptions {
                min_version,
                max_version,
                ciphers,
                curves,
                honor_cipher_order,
                keys,
                certificates,
                trust,
            }) {
                Ok(context) => Ok(context_function(call, Arc::new(context))),
                Err(error) => Ok(Reply::Strings(error.to_strings()).into_out(call.cx())),
            }
        })
        .function("getSSLCiphers", |call| Ok(Reply::Strings(suites::names()).into_out(call.cx())))
        // The CRLs in a PEM text.
        .function("parseCRLs", |call| {
            let text = call.with_bytes(0, |bytes| bytes.to_vec())?;
            let lists =
                pem::blocks(&text).into_iter().filter(|block| block.label == "X509 CRL").map(|block| block.bytes);
            list_of_bytes(call, lists.filter(|bytes| trust::is_revocation_list(bytes)))
        });
}

fn context_function<'c>(call: &Call<'c>, context: Arc<Context>) -> Out<'c> {
    let function = call.cx().function("context", move |call| match call.number(0)? as u32 {
        operation::CONNECT => connect(call, &context),
        operation::ACCEPT => accept(call, &context),
        operation::TICKET_KEYS => Ok(context.tickets.get().to_vec().into()),
        operation::SET_TICKET_KEYS => {
            let keys = call.with_bytes(1, |bytes| <[u8; 48]>::try_from(bytes).ok())?;
            if let Some(keys) = keys {
                context.tickets.set(keys);
            }
            Ok(keys.is_some().into())
        }
        operation::OWN_CERTIFICATE => Ok(context.own.as_ref().map(|own| own.to_vec()).into()),
        operation::SET_SESSION_TIMEOUT => {
            context.tickets.lifetime.store(call.number(1)? as u32, Ordering::Relaxed);
            Ok(().into())
        }
        operation::DISABLE_TICKETS => {
            context.tickets.is_disabled.store(true, Ordering::Relaxed);
            Ok(().into())
        }
        operation::ISSUER => {
            let issuer = call.with_bytes(1, |der| context.trust.issuer_of(der))?;
            Ok(issuer.map(|issuer| issuer.to_vec()).into())
        }
        _ => Ok(().into()),
    });
    function.into()
}

/// (CONNECT, servername, ALPN protocols, session): an id, or an error message.
fn connect<'c>(call: &Call<'c>, context: &Arc<Context>) -> Answer<'c> {
    let name = if call.value(1).is_undefined() { None } else { Some(call.text(1)?) };
    let protocols = protocols(call, 2)?;
    let session = if call.value(3).is_undefined() { None } else { call.with_bytes(3, sessions::load)? };
    match Engine::connect(context, name.as_deref(), protocols, session) {
        Ok(engine) => Ok(insert(engine).into()),
        Err(error) => Ok(Out::Text(error.to_string())),
    }
}

/// (ACCEPT, id, ALPN protocols, request a client certificate, require one).
fn accept<'c>(call: &Call<'c>, context: &Arc<Context>) -> Answer<'c> {
    let options = ServerOptions {
        protocols: protocols(call, 2)?,
        request_certificate: call.boolean(3),
        require_certificate: call.boolean(4),
    };
    engine(call, 1)?.borrow_mut().accept_with(context, &options);
    Ok(().into())
}

/// In the wire format of ALPN: each with its length before it.
fn protocols<'c>(call: &Call<'c>, index: usize) -> Result<Vec<Vec<u8>>, Failure<'c>> {
    if call.value(index).is_undefined() {
        return Ok(Vec::new());
    }
    call.with_bytes(index, |bytes| {
        let mut rest = bytes;
        let mut all = Vec::new();
        while let Some((length, tail)) = rest.split_first()
            && let Some((protocol, tail)) = tail.split_at_checked(*length as usize)
        {
            all.push(protocol.to_vec());
            rest = tail;
        }
        all
    })
}

// ---- connections

fn fill_connections(binding: &Binding<'_>) {
    binding
        .function("accept", |_| Ok(insert(Engine::accept()).into()))
        .function("close", |call| {
            drop(CONNECTIONS.with(|connections| connections.take(call, 0))?);
            Ok(().into())
        })
        // (id, stream): starts TLS on that stream and sends the engine's initial output.
        .function("attach", |call| {
            let engine = engine(call, 0)?;
            Ok(net::start_tls(call.number(1)? as u32, engine).into())
        })
        .function("advance", |call| {
            net::advance(call.number(0)? as u32);
            Ok(().into())
        })
        .function("setVerified", |call| {
            engine(call, 0)?.borrow_mut().approve();
            Ok(().into())
        })
        .function("setMaxSendFragment", |call| {
            let length = (call.number(1)? as usize).clamp(1, engine::MAX_FRAGMENT);
            engine(call, 0)?.borrow_mut().max_fragment = length;
            Ok(().into())
        })
        .function("enableKeylogCallback", |call| {
            engine(call, 0)?.borrow().keys.enable();
            Ok(().into())
        })
        // The following are for a connection over a Duplex of JavaScript.
        .function("receiveCiphertext", |call| {
            let engine = engine(call, 0)?;
            call.with_bytes(1, |bytes| engine.borrow_mut().receive_ciphertext(bytes))?;
            Ok(().into())
        })
        .function("takeCiphertext", |call| {
            let out = engine(call, 0)?.borrow_mut().take_ciphertext();
            Ok(if out.is_empty() { Out::Undefined } else { out.into() })
        })
        .function("takeEvents", |call| Ok(engine(call, 0)?.borrow_mut().take_events().into()))
        // (id, max): the next record, at most `max` bytes of it; undefined if there is none.
        .function("readPlaintext", |call| {
            let engine = engine(call, 0)?;
            let mut engine = engine.borrow_mut();
            let mut record = vec![0; engine.next_length().min(call.number(1)? as usize)];
            let count = engine.next_record(&mut record);
            Ok(if count > 0 { record.into() } else { Out::Undefined })
        })
        .function("isAtEnd", |call| Ok(engine(call, 0)?.borrow().is_at_end().into()))
        .function("isIdle", |call| Ok(engine(call, 0)?.borrow().is_idle().into()))
        .function("write", |call| {
            let engine = engine(call, 0)?;
            call.with_bytes(1, |bytes| engine.borrow_mut().write(bytes))?;
            Ok(().into())
        })
        .function("end", |call| {
            engine(call, 0)?.borrow_mut().close_notify();
            Ok(().into())
        });
}

// ---- connection info

fn fill_info(binding: &Binding<'_>) {
    binding
        .function("error", |call| {
            let engine = engine(call, 0)?;
            let strings = engine.borrow().error().map(error::TlsError::to_strings);
            Ok(strings.map_or(Out::Undefined, |strings| Reply::Strings(strings).into_out(call.cx())))
        })
        // The servername of the ClientHello (undefined: none), then its ALPN protocols.
        .function("clientHello", |call| {
            let engine = engine(call, 0)?;
            let Some((name, protocols)) = engine.borrow().hello() else { return Ok(().into()) };
            let name = name.map_or_else(|| Value::undefined(call.cx()), |name| Value::string(call.cx(), &name));
            let latin1 = |bytes: &Vec<u8>| bytes.iter().map(|byte| char::from(*byte)).collect::<String>();
            let protocols = protocols.iter().map(|protocol| Value::string(call.cx(), &latin1(protocol)));
            let parts: Vec<Value<'_>> = std::iter::once(name).chain(protocols).collect();
            Ok(Object::array(call.cx(), &parts)?.into())
        })
        // Version, cipher, the cipher's standard name, ALPN protocol, servername, key exchange: type, name, size.
        // Empty: none.
        .function("connectionInfo", |call| {
            let engine = engine(call, 0)?;
            let strings = connection_info(&engine.borrow());
            Ok(Reply::Strings(strings).into_out(call.cx()))
        })
        .function("isSessionReused", |call| Ok(engine(call, 0)?.borrow().is_resumed().into()))
        .function("takeSession", |call| {
            let session = engine(call, 0)?.borrow().sessions.take_new();
            Ok(session.into())
        })
        .function("sessionId", |call| Ok(engine(call, 0)?.borrow().sessions.name().into()))
        .function("takeKeylog", |call| Ok(engine(call, 0)?.borrow().keys.take().map_or(Out::Undefined, Out::Text)))
        // (id, length, label, context)
        .function("exportKeyingMaterial", |call| {
            let engine = engine(call, 0)?;
            let (length, label) = (call.number(1)? as usize, call.text(2)?);
            let context =
                if call.value(3).is_undefined() { None } else { Some(call.with_bytes(3, |bytes| bytes.to_vec())?) };
            let mut engine = engine.borrow_mut();
            let Some(connection) = engine.connection_mut() else { return Ok(().into()) };
            let keys = connection.export_keying_material(vec![0; length], label.as_bytes(), context.as_deref());
            Ok(keys.ok().into())
        });
}

fn connection_info(engine: &Engine) -> Vec<String> {
    let Some(connection) = engine.connection() else { return Vec::new() };
    let version = connection.protocol_version().map(suites::version_name).unwrap_or_default();
    let suite = connection.negotiated_cipher_suite().and_then(|suite| suites::name_of(suite.suite()));
    let (cipher, standard) = suite.unwrap_or_default();
    let protocol: String =
        connection.alpn_protocol().unwrap_or_default().iter().map(|byte| char::from(*byte)).collect();
    let group = connection.negotiated_key_exchange_group().map(|group| suites::group_info(group.name()));
    let (kind, group, size) = group.unwrap_or_default();
    let name = engine.server_name().unwrap_or_default();
    [version, cipher, standard, &protocol, name, kind, group, &size.to_string()].map(str::to_owned).to_vec()
}

// ---- certificates

fn fill_certificates(binding: &Binding<'_>) {
    binding
        .function("peerCertificates", |call| {
            let engine = engine(call, 0)?;
            let all: Vec<Vec<u8>> = engine.borrow().peer_certificates().iter().map(|one| one.to_vec()).collect();
            list_of_bytes(call, all)
        })
        // (id, is it a server's): undefined if the certificate is trusted, else OpenSSL's error code.
        .unlocked("verify", |call| {
            let engine = engine(call, 0)?;
            let engine = engine.borrow();
            let role = if call.boolean(1) { Role::Server } else { Role::Client };
            let Some(context) = &engine.context else { return Ok(Out::Text("UNSPECIFIED".to_owned())) };
            let chain = engine.peer_certificates();
            if chain.is_empty() {
                return Ok(Out::Text("UNABLE_TO_GET_ISSUER_CERT".to_owned()));
            }
            Ok(verify::verify(chain, &context.trust, role)
                .map_or(Out::Undefined, |reason| Out::Text(reason.to_owned())))
        })
        .function("parseCertificate", |call| {
            Ok(call.with_bytes(0, certificate::describe)?.map_or(Out::Undefined, Out::Text))
        })
        .function("parseCertificates", |call| {
            let text = call.with_bytes(0, |bytes| bytes.to_vec())?;
            list_of_bytes(call, pem::certificates(&text).iter().map(|one| one.to_vec()))
        })
        .function("getBundledRootCertificates", |call| {
            list_of_bytes(call, trust::bundled().iter().map(|one| one.to_vec()))
        })
        .function("setDefaultCACertificates", |call| {
            let mut all: Vec<CertificateDer<'static>> = Vec::new();
            for index in 0..call.len() {
                if call.value(index).kind() != Kind::Undefined {
                    all.push(call.with_bytes(index, |bytes| bytes.to_vec())?.into());
                }
            }
            trust::set_default(all);
            Ok(().into())
        });
}

fn list_of_bytes<'c>(call: &Call<'c>, all: impl IntoIterator<Item = Vec<u8>>) -> Answer<'c> {
    let values: Vec<Value<'_>> = all.into_iter().map(|bytes| Object::bytes(call.cx(), bytes)).collect();
    Ok(Object::array(call.cx(), &values)?.into())
}
