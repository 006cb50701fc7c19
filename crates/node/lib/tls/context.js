'use strict';
// createSecureContext(): validates the options and creates a native context.

const {
  arrayBufferStaticIsView, arrayEvery, arrayFilter, arrayFlatMap, arrayIsArray, arrayMap, mathMax, mathMin, objectAssign,
  objectCreate, regexpExec, regexpTest, stringSplit,
} = require('core/intrinsics');
const globals = require('globals');
const { each } = require('core/safe/walk');
const native = binding('tls');
const { codes } = require('core/errors');
const { validateInteger, validateInt32, validateObject, validateString } = require('core/validate');
const { opensslError } = require('tls/errors');
const defaults = require('tls/defaults');

// The operations of a native context.
const operation = {
  // Shared with Rust as `tls_operation` (build.rs).
  CONNECT: 0,
  ACCEPT: 1,
  TICKET_KEYS: 2,
  SET_TICKET_KEYS: 3,
  OWN_CERTIFICATE: 4,
  SET_SESSION_TIMEOUT: 5,
  DISABLE_TICKETS: 6,
  ISSUER: 7,
};

const versions = { __proto__: null, 'TLSv1': 0x301, 'TLSv1.1': 0x302, 'TLSv1.2': 0x303, 'TLSv1.3': 0x304 };

// The flags of `secureOptions` that have an effect; most others disable what rustls never does.
const SSL_OP_NO_TICKET = 0x4000;
const SSL_OP_NO_TLSv1_2 = 0x8000000;
const SSL_OP_NO_TLSv1_3 = 0x20000000;

// The minimum and maximum version that an OpenSSL method name stands for.
const methods = { __proto__: null, SSLv23: ['TLSv1', 'TLSv1.2'], TLS: ['TLSv1', 'TLSv1.3'], TLSv1: ['TLSv1', 'TLSv1'], TLSv1_1: ['TLSv1.1', 'TLSv1.1'], TLSv1_2: ['TLSv1.2', 'TLSv1.2'] };

function versionsOfMethod(method) {
  validateString(method, 'secureProtocol');
  const name = regexpExec(/^(.*?)_(?:server_|client_)?method$/, method)?.[1];
  if (regexpTest(/^SSLv[23]$/, name)) throw new codes.ERR_TLS_INVALID_PROTOCOL_METHOD(`${name} methods disabled`);
  if (!(name in methods)) throw new codes.ERR_TLS_INVALID_PROTOCOL_METHOD(`Unknown method: ${method}`);
  return arrayMap(methods[name], (version) => versions[version]);
}

function versionsOf({ minVersion, maxVersion, secureProtocol }) {
  if (secureProtocol) {
    if (minVersion != null) throw new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT(minVersion, secureProtocol);
    if (maxVersion != null) throw new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT(maxVersion, secureProtocol);
    return versionsOfMethod(secureProtocol);
  }
  const number = (version, which, fallback) => {
    const found = versions[version || fallback];
    if (found === undefined) throw new codes.ERR_TLS_INVALID_PROTOCOL_VERSION(version, which);
    return found;
  };
  // Programs may have changed these.
  const { DEFAULT_MIN_VERSION, DEFAULT_MAX_VERSION } = require('tls');
  return [number(minVersion, 'minimum', DEFAULT_MIN_VERSION), number(maxVersion, 'maximum', DEFAULT_MAX_VERSION)];
}

function bytesOf(value, name) {
  if (typeof value === 'string') return globals.Buffer.from(value);
  if (arrayBufferStaticIsView(value)) return value;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView'], value);
}

// A list of one or several values; falsy ones are skipped.
function listOf(value, name) {
  if (value === undefined || value === null) return [];
  return arrayMap(arrayFilter(arrayIsArray(value) ? value : [value], Boolean), (item) => bytesOf(item, name));
}

// Strings, bytes, or { pem, passphrase }.
function keysOf(key, passphrase) {
  const all = key === undefined || key === null ? [] : arrayIsArray(key) ? key : [key];
  return arrayFlatMap(arrayFilter(all, Boolean), (item) => {
    const isObject = arrayIsArray(key) && typeof item === 'object' && !arrayBufferStaticIsView(item) && item.pem !== undefined;
    const secret = (isObject ? item.passphrase : undefined) ?? passphrase;
    if (secret !== undefined && secret !== null) validateString(secret, 'options.passphrase');
    return [bytesOf(isObject ? item.pem : item, 'options.key'), secret == null ? undefined : globals.Buffer.from(secret)];
  });
}

function ciphersOf(ciphers) {
  if (ciphers === undefined || ciphers === null) return require('tls').DEFAULT_CIPHERS;
  validateString(ciphers, 'options.ciphers');
  const parts = stringSplit(ciphers, ':');
  if (ciphers !== '' && arrayEvery(parts, (part) => part === '')) throw new codes.ERR_INVALID_ARG_VALUE('options.ciphers', parts);
  return ciphers === '' ? require('tls').DEFAULT_CIPHERS : ciphers;
}

function revokedOf(crl) {
  return arrayFlatMap(listOf(crl, 'options.crl'), (text) => {
    const lists = native.parseCRLs(text);
    if (lists.length === 0) throw new codes.ERR_CRYPTO_OPERATION_FAILED('Failed to parse CRL');
    return lists;
  });
}

function rejectUnsupported(options) {
  const { notImplemented } = require('core/not_implemented');
  if (options.pfx) throw notImplemented('the option pfx of tls.createSecureContext()');
  for (const name of each(['clientCertEngine', 'privateKeyEngine', 'privateKeyIdentifier'])) {
    if (options[name] == null) continue;
    if (typeof options[name] !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'null', 'undefined'], options[name]);
    throw notImplemented(`the option ${name} of tls.createSecureContext()`);
  }
}

function checkTicketKeys(ticketKeys) {
  if (!arrayBufferStaticIsView(ticketKeys)) throw new codes.ERR_INVALID_ARG_TYPE('options.ticketKeys', ['Buffer', 'TypedArray', 'DataView'], ticketKeys);
  if (ticketKeys.byteLength !== 48) throw new codes.ERR_INVALID_ARG_VALUE('options.ticketKeys', ticketKeys.byteLength, 'must be exactly 48 bytes');
}

// `context.context`: `call` is the native function.
class NativeContext {
  #call;

  constructor(call) { this.#call = call; }

  connect(servername, protocols, session) { return this.#call(operation.CONNECT, servername, protocols, session); }

  continueHandshake(number, protocols, requestCert, needsCert) { this.#call(operation.ACCEPT, number, protocols, requestCert, needsCert); }

  getTicketKeys() { return globals.Buffer.from(this.#call(operation.TICKET_KEYS)); }

  setTicketKeys(keys) { return this.#call(operation.SET_TICKET_KEYS, keys); }

  setSessionTimeout(seconds) { this.#call(operation.SET_SESSION_TIMEOUT, seconds); }

  disableTickets() { this.#call(operation.DISABLE_TICKETS); }

  getCertificate() {
    const der = this.#call(operation.OWN_CERTIFICATE);
    return der === undefined ? null : globals.Buffer.from(der);
  }

  issuerOf(der) { return this.#call(operation.ISSUER, der); }

  getIssuer() {
    const certificate = this.getCertificate();
    const issuer = certificate === null ? undefined : this.issuerOf(certificate);
    return issuer === undefined ? null : globals.Buffer.from(issuer);
  }
}

class SecureContext {
  constructor(secureProtocol, secureOptions, minVersion, maxVersion) {
    objectAssign(this, createContext({ secureProtocol, secureOptions, minVersion, maxVersion }));
  }
}

function createContext(options) {
  rejectUnsupported(options);
  let { 0: min, 1: max } = versionsOf(options);
  const { ecdhCurve, dhparam, sessionTimeout, secureOptions, ticketKeys, sessionIdContext } = options;
  if (ecdhCurve !== undefined && ecdhCurve !== null) validateString(ecdhCurve, 'options.ecdhCurve');
  if (dhparam !== undefined && dhparam !== null && dhparam !== 'auto') bytesOf(dhparam, 'options.dhparam');
  if (secureOptions !== undefined && secureOptions !== null) validateInteger(secureOptions, 'secureOptions');
  if (sessionIdContext !== undefined && sessionIdContext !== null) validateString(sessionIdContext, 'options.sessionIdContext');
  if (sessionTimeout !== undefined && sessionTimeout !== null) validateInt32(sessionTimeout, 'options.sessionTimeout', 0);
  if ((secureOptions & SSL_OP_NO_TLSv1_3) !== 0) max = mathMin(max, versions['TLSv1.2']);
  if ((secureOptions & SSL_OP_NO_TLSv1_2) !== 0) min = mathMax(min, versions['TLSv1.3']);
  if (ticketKeys !== undefined && ticketKeys !== null) checkTicketKeys(ticketKeys);
  if (options.sigalgs !== undefined && options.sigalgs !== null) checkSignatures(options.sigalgs);
  const certificates = listOf(options.cert, 'options.cert');
  const keys = keysOf(options.key, options.passphrase);
  const authorities = listOf(options.ca, 'options.ca');
  const revoked = revokedOf(options.crl);
  const hasCustomCA = options.ca !== undefined && options.ca !== null;
  if (!hasCustomCA) defaults.readEnvironment();
  const call = native.createSecureContext(min, max, ciphersOf(options.ciphers),
                              ecdhCurve && ecdhCurve !== 'auto' ? ecdhCurve : undefined,
                              options.allowPartialTrustChain ? 1 : 0, options.honorCipherOrder ? 1 : 0,
                              keys.length / 2, ...each(keys), certificates.length, ...each(certificates),
                              hasCustomCA ? 1 : 0, authorities.length, ...each(authorities), revoked.length, ...each(revoked));
  if (typeof call !== 'function') throw opensslError(call);
  const context = new NativeContext(call);
  if (ticketKeys) context.setTicketKeys(ticketKeys);
  if (sessionTimeout) context.setSessionTimeout(sessionTimeout);
  if ((secureOptions & SSL_OP_NO_TICKET) !== 0) context.disableTickets();
  return { context };
}

function checkSignatures(sigalgs) {
  validateString(sigalgs, 'options.sigalgs');
  if (sigalgs === '') throw new codes.ERR_INVALID_ARG_VALUE('options.sigalgs', sigalgs);
  throw require('core/not_implemented').notImplemented('the option sigalgs of tls.createSecureContext()');
}

function createSecureContext(options) {
  options ??= {};
  validateObject(options, 'options');
  const context = objectCreate(SecureContext.prototype);
  return objectAssign(context, createContext(options));
}

module.exports = { NativeContext, SecureContext, createSecureContext };
