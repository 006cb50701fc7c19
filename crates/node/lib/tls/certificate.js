'use strict';
// Certificates as objects, from the facts that Rust reads out of them (src/bindings/tls/certificate.rs).

const native = binding('tls');

// Names of several values become arrays.
function objectOf(pairs) {
  const object = { __proto__: null };
  for (const [name, value] of pairs) {
    if (!(name in object)) object[name] = value;
    else if (Array.isArray(object[name])) object[name].push(value);
    else object[name] = [object[name], value];
  }
  return object;
}

function accessOf(pairs) {
  if (pairs === undefined) return undefined;
  const object = { __proto__: null };
  for (const [method, location] of pairs) {
    const colon = location.indexOf(':');
    (object[`${method} - ${location.slice(0, colon)}`] ??= []).push(location.slice(colon + 1));
  }
  return object;
}

// What getPeerCertificate() answers for these bytes; undefined if they are no certificate.
function describe(der) {
  const text = native.describe(der);
  if (text === undefined) return undefined;
  const facts = JSON.parse(text);
  const raw = Buffer.from(der);
  const [start, length] = facts.key;
  return {
    subject: objectOf(facts.subject),
    issuer: objectOf(facts.issuer),
    subjectaltname: facts.names,
    infoAccess: accessOf(facts.access),
    ca: facts.ca,
    modulus: facts.modulus,
    exponent: facts.exponent,
    pubkey: Buffer.from(raw.subarray(start, start + length)),
    bits: facts.bits,
    valid_from: facts.validFrom,
    valid_to: facts.validTo,
    fingerprint: facts.fingerprint,
    fingerprint256: facts.fingerprint256,
    fingerprint512: facts.fingerprint512,
    ext_key_usage: facts.usage,
    serialNumber: facts.serial,
    raw,
    asn1Curve: facts.curve?.[0],
    nistCurve: facts.curve?.[1] ?? undefined,
  };
}

const isSame = (one, other) => Buffer.compare(one, other) === 0;

const DEEPEST = 100;

// With whoever signed it, and so on: out of what the other side sent, else of what is trusted. A root is its own issuer.
function describeChain(chain, issuerOf) {
  const [first, ...others] = chain;
  const whole = describe(first);
  let last = whole;
  for (let depth = 0; last !== undefined && depth < DEEPEST; depth++) {
    const issuer = nextOf(last, others, issuerOf);
    if (issuer === undefined) break;
    if (isSame(issuer.raw, last.raw)) {
      last.issuerCertificate = last;
      break;
    }
    last.issuerCertificate = issuer;
    last = issuer;
  }
  return whole;
}

const isIssuer = (candidate, certificate) => JSON.stringify(candidate.subject) === JSON.stringify(certificate.issuer);

function nextOf(certificate, others, issuerOf) {
  if (isIssuer(certificate, certificate)) return certificate;
  for (const [index, der] of others.entries()) {
    const candidate = describe(der);
    if (candidate !== undefined && isIssuer(candidate, certificate)) {
      others.splice(index, 1);
      return candidate;
    }
  }
  const known = issuerOf(certificate.raw);
  return known === undefined ? undefined : describe(known);
}

module.exports = { describe, describeChain };
