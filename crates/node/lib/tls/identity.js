'use strict';
// checkServerIdentity(): whether a certificate is valid for the host. RFC 6125, as Node implements it.

const { codes } = require('core/errors');
const { isIP } = require('net/address');

const withoutDot = (name) => (name.endsWith('.') ? name.slice(0, -1) : name);
const lower = (name) => name.replace(/[A-Z]/g, (character) => character.toLowerCase());
const labelsOf = (name) => lower(withoutDot(name)).split('.');

// Whether `pattern`, which may have one wildcard in its first label, matches the host.
function matches(host, pattern, allowWildcards) {
  if (!pattern) return false;
  const labels = labelsOf(pattern);
  if (host.length !== labels.length || labels.includes('')) return false;
  // Non-ASCII names are compared in their `xn--` form.
  if (labels.some((label) => /[^\u0021-\u007F]/.test(label))) return false;
  for (let i = host.length - 1; i > 0; i--) if (host[i] !== labels[i]) return false;
  const [first] = labels;
  const parts = first.split('*');
  if (parts.length === 1 || first.includes('xn--')) return host[0] === first;
  // `*.com` would match too much, and only one wildcard is allowed.
  if (!allowWildcards || parts.length > 2 || labels.length <= 2) return false;
  const [before, after] = parts;
  return before.length + after.length <= host[0].length && host[0].startsWith(before) && host[0].endsWith(after);
}

// `DNS:a, IP Address:1.2.3.4, DNS:"b, c"`.
function splitNames(text) {
  if (!text.includes('"')) return text.split(', ');
  const names = [];
  let name = '';
  for (let i = 0; i < text.length;) {
    if (text[i] === '"') {
      const quoted = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(i));
      if (quoted === null) throw new codes.ERR_TLS_CERT_ALTNAME_FORMAT();
      name += JSON.parse(quoted[0]);
      i += quoted[0].length;
    } else if (text.startsWith(', ', i)) {
      names.push(name);
      name = '';
      i += 2;
    } else {
      name += text[i++];
    }
  }
  return [...names, name];
}

function namesOf({ subjectaltname }) {
  const dns = [];
  const addresses = [];
  for (const name of subjectaltname ? splitNames(subjectaltname) : []) {
    if (name.startsWith('DNS:')) dns.push(name.slice(4));
    else if (name.startsWith('IP Address:')) addresses.push(binding('net').canonicalAddress(name.slice(11)) ?? '');
  }
  return { dns, addresses };
}

function mismatchReason(hostname, certificate) {
  const { subject } = certificate;
  const { dns, addresses } = namesOf(certificate);
  if (isIP(hostname) !== 0) {
    if (addresses.includes(binding('net').canonicalAddress(hostname))) return undefined;
    return `IP: ${hostname} is not in the cert's list: ${addresses.join(', ')}`;
  }
  const host = labelsOf(hostname);
  const displayName = `${withoutDot(hostname)}.`;
  if (dns.length > 0) {
    if (dns.some((pattern) => matches(host, pattern, true))) return undefined;
    return `Host: ${displayName} is not in the cert's altnames: ${certificate.subjectaltname}`;
  }
  const common = subject?.CN;
  if (!common) return 'Cert does not contain a DNS name';
  const isMatch = Array.isArray(common) ? common.some((name) => matches(host, name, true)) : matches(host, common, true);
  return isMatch ? undefined : `Host: ${displayName} is not cert's CN: ${common}`;
}

function checkServerIdentity(hostname, certificate) {
  const host = `${hostname}`;
  const reason = mismatchReason(host, certificate);
  return reason === undefined ? undefined : new codes.ERR_TLS_CERT_ALTNAME_INVALID(reason, host, certificate);
}

module.exports = { checkServerIdentity };
