'use strict';
// Defaults: versions, ciphers, and trusted certificates.

const globals = require('globals');
const { each } = require('core/safe/walk');
const { replaceIn, splitAt } = require('core/safe/patterns');
const {
  arrayBufferStaticIsView, arrayFlatMap, arrayMap, objectAssign, objectFreeze, reflectApply, regexpExec, stringToUpperCase,
} = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { SafeSet } = require('core/safe/collections');
const native = binding('tls');

const defaults = {
  DEFAULT_CIPHERS: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:' +
    'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:' +
    'DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384:DHE-RSA-AES256-SHA384:' +
    'ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:!PSK:!SRP:!CAMELLIA',
  DEFAULT_MIN_VERSION: 'TLSv1.2',
  DEFAULT_MAX_VERSION: 'TLSv1.3',
  DEFAULT_ECDH_CURVE: 'auto',
};

// From the command line.
let keylogFile;
let useSystemCA = globals.process.env.NODE_USE_SYSTEM_CA === '1';
let onlySystemCA = false;

defaults.CORE_CIPHERS = defaults.DEFAULT_CIPHERS;

function readFlags() {
  const args = [...each(splitAt(globals.process.env.NODE_OPTIONS ?? '', /\s+/g)), ...each(globals.process.execArgv)];
  for (let i = 0; i < args.length; i++) {
    const version = regexpExec(/^--tls-(min|max)-v(1\.\d)$/, args[i]);
    if (version !== null) defaults[`DEFAULT_${stringToUpperCase(version[1])}_VERSION`] = version[2] === '1.0' ? 'TLSv1' : `TLSv${version[2]}`;
    const ciphers = regexpExec(/^--tls-cipher-list(?:=(.*))?$/, args[i]);
    if (ciphers !== null) defaults.DEFAULT_CIPHERS = ciphers[1] ?? args[i + 1] ?? defaults.DEFAULT_CIPHERS;
    const keylog = regexpExec(/^--tls-keylog(?:=(.*))?$/, args[i]);
    if (keylog !== null) keylogFile = keylog[1] ?? args[i + 1];
    if (args[i] === '--use-system-ca') useSystemCA = true;
    if (args[i] === '--use-openssl-ca') useSystemCA = onlySystemCA = true;
  }
}
if (globals.process.execArgv.length > 0 || globals.process.env.NODE_OPTIONS !== undefined) readFlags();

// ---- trusted certificates

const toPem = (der) => `-----BEGIN CERTIFICATE-----\n${replaceIn(globals.Buffer.from(der).toString('base64'), /(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----`;

let rootCertificates;
let extra;
let hasSetDefault = false;

// Mozilla's root certificates.
const bundled = () => rootCertificates ??= objectFreeze(arrayMap(native.getBundledRootCertificates(), toPem));

// NODE_EXTRA_CA_CERTS: a file that cannot be read causes a warning and is ignored.
function extraCertificates() {
  if (extra !== undefined) return extra;
  const path = globals.process.env.NODE_EXTRA_CA_CERTS;
  extra = [];
  if (!path) return extra;
  try {
    extra = native.parseCertificates(require('fs').readFileSync(path));
  } catch (error) {
    // Node prints it directly, not through process.emitWarning().
    require('fs').writeSync(2, `Warning: Ignoring extra certs from \`${path}\`, load failed: error:80000002:system library::${systemMessage(error)}\n`);
  }
  return extra;
}

// The message of strerror(3): `No such file or directory`.
function systemMessage(error) {
  const { 1: message } = regexpExec(/^[A-Z]+: ([^,]*)/, error.message) ?? [undefined, error.message];
  return stringToUpperCase(message[0]) + sliceOf(message, 1);
}

let hasReadEnvironment = false;

function readEnvironment() {
  if (hasReadEnvironment || hasSetDefault) return;
  hasReadEnvironment = true;
  const more = extraCertificates();
  if (more.length > 0 || useSystemCA) native.setDefaultCACertificates(...each(defaultRoots()), ...each(more));
}

const defaultRoots = () => [...each(onlySystemCA ? [] : native.getBundledRootCertificates()), ...each(useSystemCA ? arrayFlatMap(systemCertificates(), toDer) : [])];
const toDer = (pem) => native.parseCertificates(globals.Buffer.from(pem));

let systemCerts;

function systemCertificates() {
  if (systemCerts !== undefined) return systemCerts;
  const paths = [globals.process.env.SSL_CERT_FILE, '/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];
  systemCerts = [];
  for (const path of each(paths)) {
    if (!path) continue;
    try {
      systemCerts = arrayMap(native.parseCertificates(require('fs').readFileSync(path)), (der) => toPem(der));
      break;
    } catch {
      // Try the next one.
    }
  }
  return objectFreeze(systemCerts);
}

let current;

function getCACertificates(type = 'default') {
  require('core/validate').validateOneOf(type, 'type', ['default', 'bundled', 'system', 'extra']);
  switch (type) {
    case 'bundled': return bundled();
    case 'system': return systemCertificates();
    case 'extra': return objectFreeze(arrayMap(extraCertificates(), toPem));
    default: return current ??= objectFreeze([...each(useSystemCA ? arrayMap(defaultRoots(), toPem) : bundled()), ...each(arrayMap(extraCertificates(), toPem))]);
  }
}

function setDefaultCACertificates(certificates) {
  const { validateArray } = require('core/validate');
  const { codes } = require('core/errors');
  validateArray(certificates, 'certs');
  const all = arrayFlatMap(certificates, (certificate, index) => {
    if (typeof certificate !== 'string' && !arrayBufferStaticIsView(certificate)) {
      throw new codes.ERR_INVALID_ARG_TYPE(`certs[${index}]`, ['string', 'ArrayBufferView'], certificate);
    }
    return native.parseCertificates(typeof certificate === 'string' ? globals.Buffer.from(certificate) : certificate);
  });
  hasSetDefault = true;
  current = objectFreeze([...each(new SafeSet(arrayMap(all, toPem)))]);
  reflectApply(native.setDefaultCACertificates, native, all);
}

let hasWarnedAboutKeylog = false;

// --tls-keylog: appends the keys of every connection to one file.
function logKeys(socket) {
  if (keylogFile === undefined) return;
  if (!hasWarnedAboutKeylog) globals.process.emitWarning('Using --tls-keylog makes TLS connections insecure by writing secret key material to file ' + keylogFile);
  hasWarnedAboutKeylog = true;
  socket.on('keylog', (line) => require('fs').appendFileSync(keylogFile, line, { mode: 0o600 }));
}

module.exports = objectAssign(defaults, { bundled, getCACertificates, logKeys, readEnvironment, setDefaultCACertificates, toPem });
