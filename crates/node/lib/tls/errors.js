'use strict';
// TLS errors in the form of OpenSSL errors in Node: `code`, `library`, `reason`.

// The part of the code between ERR_ and the reason.
const { replaceIn } = require('core/safe/patterns');
const { stringToUpperCase } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');

const prefixes = {
  __proto__: null,
  'SSL routines': 'SSL_',
  'PEM routines': 'OSSL_PEM_',
  'x509 certificate routines': 'OSSL_X509_',
};

// From the four strings of Rust's `Fault`.
function opensslError({ 0: library, 1: reason, 2: number, 3: note }) {
  if (library === '') {
    const { ERR_CRYPTO_OPERATION_FAILED } = require('core/errors').codes;
    return new ERR_CRYPTO_OPERATION_FAILED(reason);
  }
  const error = new Error(`error:${number}:${library}::${reason}${note === '' ? '' : `:${note}`}`);
  if (reason === 'bad decrypt') error.opensslErrorStack = ['error:04800065:PEM routines::bad decrypt'];
  error.library = library;
  error.reason = reason;
  error.code = `ERR_${prefixes[library] ?? 'OSSL_'}${replaceIn(stringToUpperCase(reason), / /g, '_')}`;
  return error;
}

// OpenSSL's messages for verification errors.
const messages = {
  __proto__: null,
  UNABLE_TO_GET_ISSUER_CERT: 'unable to get issuer certificate',
  UNABLE_TO_GET_CRL: 'unable to get certificate CRL',
  CERT_SIGNATURE_FAILURE: 'certificate signature failure',
  CRL_SIGNATURE_FAILURE: 'CRL signature failure',
  CERT_NOT_YET_VALID: 'certificate is not yet valid',
  CERT_HAS_EXPIRED: 'certificate has expired',
  CRL_NOT_YET_VALID: 'CRL is not yet valid',
  CRL_HAS_EXPIRED: 'CRL has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate in certificate chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unable to get local issuer certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unable to verify the first certificate',
  CERT_CHAIN_TOO_LONG: 'certificate chain too long',
  CERT_REVOKED: 'certificate revoked',
  INVALID_CA: 'invalid CA certificate',
  PATH_LENGTH_EXCEEDED: 'path length constraint exceeded',
  INVALID_PURPOSE: 'unsuitable certificate purpose',
  CERT_REJECTED: 'certificate rejected',
  UNHANDLED_CRITICAL_EXTENSION: 'unhandled critical extension',
  PERMITTED_VIOLATION: 'permitted subtree violation',
  EXCLUDED_VIOLATION: 'excluded subtree violation',
  UNSUPPORTED_CONSTRAINT_SYNTAX: 'unsupported or invalid name constraint syntax',
};

// Errors that a locally installed root certificate might fix.
const MISSING_ROOT = ['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'];

// Node has no codes for these.
const UNNAMED = ['UNHANDLED_CRITICAL_EXTENSION', 'PERMITTED_VIOLATION', 'EXCLUDED_VIOLATION', 'UNSUPPORTED_CONSTRAINT_SYNTAX'];

function verifyError(code) {
  const hint = isIn(MISSING_ROOT, code) ? '; if the root CA is installed locally, try running Node.js with --use-system-ca' : '';
  const error = new Error(`${messages[code] ?? code}${hint}`);
  error.code = isIn(UNNAMED, code) ? 'UNSPECIFIED' : code;
  return error;
}

function connResetError(message) {
  const error = new Error(message);
  error.code = 'ECONNRESET';
  return error;
}

module.exports = { opensslError, connResetError, verifyError };
