'use strict';
// checkServerIdentity(): whether a certificate is valid for the host. RFC 6125, as Node implements it.

const {
  arrayIncludes, arrayIsArray, arrayJoin, arrayPush, arraySome, jsonParse, regexpExec, regexpTest, stringEndsWith, stringSplit,
  stringStartsWith, stringToLowerCase,
} = require('core/intrinsics');
const { isIn, sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { isIP } = require('net/address');

const withoutDot = (name) => (stringEndsWith(name, '.') ? sliceOf(name, 0, -1) : name);
const lower = (name) => replaceIn(name, /[A-Z]/g, (character) => stringToLowerCase(character));
const labelsOf = (name) => stringSplit(lower(withoutDot(name)), '.');

// Whether `pattern`, which may have one wildcard in its first label, matches the host.
function matches(host, pattern, allowWildcards) {
  if (!pattern) return false;
  const labels = labelsOf(pattern);
  if (host.length !== labels.length || arrayIncludes(labels, '')) return false;
  // Non-ASCII names are compared in their `xn--` form.
  if (arraySome(labels, (label) => regexpTest(/[^\u0021-\u007F]/, label))) return false;
  for (let i = host.length - 1; i > 0; i--) if (host[i] !== labels[i]) return false;
  const { 0: first } = labels;
  const parts = stringSplit(first, '*');
  if (parts.length === 1 || isIn(first, 'xn--')) return host[0] === first;
  // `*.com` would match too much, and only one wildcard is allowed.
  if (!allowWildcards || parts.length > 2 || labels.length <= 2) return false;
  const { 0: before, 1: after } = parts;
  return before.length + after.length <= host[0].length && stringStartsWith(host[0], before) && stringEndsWith(host[0], after);
}

// `DNS:a, IP Address:1.2.3.4, DNS:"b, c"`.
function splitNames(text) {
  if (!isIn(text, '"')) return stringSplit(text, ', ');
  const names = [];
  let name = '';
  for (let i = 0; i < text.length;) {
    if (text[i] === '"') {
      const quoted = regexpExec(/^"(?:[^"\\]|\\.)*"/, sliceOf(text, i));
      if (quoted === null) throw new codes.ERR_TLS_CERT_ALTNAME_FORMAT();
      name += jsonParse(quoted[0]);
      i += quoted[0].length;
    } else if (stringStartsWith(text, ', ', i)) {
      arrayPush(names, name);
      name = '';
      i += 2;
    } else {
      name += text[i++];
    }
  }
  return [...each(names), name];
}

function namesOf({ subjectaltname }) {
  const dns = [];
  const addresses = [];
  for (const name of each(subjectaltname ? splitNames(subjectaltname) : [])) {
    if (stringStartsWith(name, 'DNS:')) arrayPush(dns, sliceOf(name, 4));
    else if (stringStartsWith(name, 'IP Address:')) arrayPush(addresses, binding('net').canonicalAddress(sliceOf(name, 11)) ?? '');
  }
  return { dns, addresses };
}

function mismatchReason(hostname, certificate) {
  const { subject } = certificate;
  const { dns, addresses } = namesOf(certificate);
  if (isIP(hostname) !== 0) {
    if (isIn(addresses, binding('net').canonicalAddress(hostname))) return undefined;
    return `IP: ${hostname} is not in the cert's list: ${arrayJoin(addresses, ', ')}`;
  }
  const host = labelsOf(hostname);
  const displayName = `${withoutDot(hostname)}.`;
  if (dns.length > 0) {
    if (arraySome(dns, (pattern) => matches(host, pattern, true))) return undefined;
    return `Host: ${displayName} is not in the cert's altnames: ${certificate.subjectaltname}`;
  }
  const common = subject?.CN;
  if (!common) return 'Cert does not contain a DNS name';
  const isMatch = arrayIsArray(common) ? arraySome(common, (name) => matches(host, name, true)) : matches(host, common, true);
  return isMatch ? undefined : `Host: ${displayName} is not cert's CN: ${common}`;
}

function checkServerIdentity(hostname, certificate) {
  const host = `${hostname}`;
  const reason = mismatchReason(host, certificate);
  return reason === undefined ? undefined : new codes.ERR_TLS_CERT_ALTNAME_INVALID(reason, host, certificate);
}

module.exports = { checkServerIdentity };
