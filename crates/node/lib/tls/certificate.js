'use strict';
// Certificates as objects, from the fields that Rust parses (src/bindings/tls/certificate.rs).

const { arrayIsArray, arrayPush, arraySlice, arraySplice, jsonParse, jsonStringify } = require('core/intrinsics');
const { each, entriesOf } = require('core/safe/walk');
const { indexIn, sliceOf } = require('core/safe/lists');
const globals = require('globals');
const native = binding('tls');

// A name with several values becomes an array.
function objectOf(pairs) {
  const object = { __proto__: null };
  for (const { 0: name, 1: value } of each(pairs)) {
    if (!(name in object)) object[name] = value;
    else if (arrayIsArray(object[name])) arrayPush(object[name], value);
    else object[name] = [object[name], value];
  }
  return object;
}

function accessOf(pairs) {
  if (pairs === undefined) return undefined;
  const object = { __proto__: null };
  for (const { 0: method, 1: location } of each(pairs)) {
    const colon = indexIn(location, ':');
    arrayPush(object[`${method} - ${sliceOf(location, 0, colon)}`] ??= [], sliceOf(location, colon + 1));
  }
  return object;
}

// The result of getPeerCertificate() for these bytes; undefined if they are not a certificate.
function describe(der) {
  const text = native.parseCertificate(der);
  if (text === undefined) return undefined;
  const fields = jsonParse(text);
  const raw = globals.Buffer.from(der);
  const { 0: start, 1: length } = fields.key;
  return {
    subject: objectOf(fields.subject),
    issuer: objectOf(fields.issuer),
    subjectaltname: fields.names,
    infoAccess: accessOf(fields.access),
    ca: fields.ca,
    modulus: fields.modulus,
    exponent: fields.exponent,
    pubkey: globals.Buffer.from(raw.subarray(start, start + length)),
    bits: fields.bits,
    valid_from: fields.validFrom,
    valid_to: fields.validTo,
    fingerprint: fields.fingerprint,
    fingerprint256: fields.fingerprint256,
    fingerprint512: fields.fingerprint512,
    ext_key_usage: fields.usage,
    serialNumber: fields.serial,
    raw,
    asn1Curve: fields.curve?.[0],
    nistCurve: fields.curve?.[1] ?? undefined,
  };
}

const isSame = (a, b) => globals.Buffer.compare(a, b) === 0;

const MAX_DEPTH = 100;

// The chain of issuers: from the certificates that the peer sent, else from the trusted ones. A root is its own issuer.
function describeChain(chain, issuerOf) {
  const intermediates = arraySlice(chain, 1);
  const leaf = describe(chain[0]);
  let last = leaf;
  for (let depth = 0; last !== undefined && depth < MAX_DEPTH; depth++) {
    const issuer = findIssuer(last, intermediates, issuerOf);
    if (issuer === undefined) break;
    if (isSame(issuer.raw, last.raw)) {
      last.issuerCertificate = last;
      break;
    }
    last.issuerCertificate = issuer;
    last = issuer;
  }
  return leaf;
}

const isIssuer = (candidate, certificate) => jsonStringify(candidate.subject) === jsonStringify(certificate.issuer);

function findIssuer(certificate, intermediates, issuerOf) {
  if (isIssuer(certificate, certificate)) return certificate;
  for (const { 0: index, 1: der } of each(entriesOf(intermediates))) {
    const candidate = describe(der);
    if (candidate !== undefined && isIssuer(candidate, certificate)) {
      arraySplice(intermediates, index, 1);
      return candidate;
    }
  }
  const known = issuerOf(certificate.raw);
  return known === undefined ? undefined : describe(known);
}

module.exports = { describe, describeChain };
