'use strict';
// node:async_hooks: AsyncLocalStorage and AsyncResource. Hooks (createHook) are not there yet.

const { AsyncResource, executionAsyncId, executionAsyncResource, triggerAsyncId } = require('async_context/resource');

const HOOKS = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

function createHook(callbacks) {
  const { codes } = require('core/errors');
  for (const name of HOOKS) {
    if (callbacks[name] !== undefined && typeof callbacks[name] !== 'function') throw new codes.ERR_ASYNC_CALLBACK(`hook.${name}`);
  }
  throw require('core/not_yet').notYet('async_hooks.createHook()');
}
require('core/not_yet').marked(createHook);

// The kinds of resources Node knows, with its numbers for them.
const PROVIDERS = `NONE DIRHANDLE DNSCHANNEL ELDHISTOGRAM FILEHANDLE FILEHANDLECLOSEREQ BLOBREADER FSEVENTWRAP FSREQCALLBACK
  FSREQPROMISE GETADDRINFOREQWRAP GETNAMEINFOREQWRAP HEAPSNAPSHOT HTTP2SESSION HTTP2STREAM HTTP2PING HTTP2SETTINGS
  HTTPINCOMINGMESSAGE HTTPCLIENTREQUEST LOCKS DTLS_ENDPOINT DTLS_SESSION JSSTREAM JSUDPWRAP MESSAGEPORT PIPECONNECTWRAP
  PIPESERVERWRAP PIPEWRAP PROCESSWRAP PROMISE QUERYWRAP QUIC_ENDPOINT QUIC_LOGSTREAM QUIC_SESSION QUIC_STREAM QUIC_UDP
  SHUTDOWNWRAP SIGNALWRAP STATWATCHER STREAMPIPE TCPCONNECTWRAP TCPSERVERWRAP TCPWRAP TTYWRAP UDPSENDWRAP UDPWRAP
  SIGINTWATCHDOG WORKER WORKERCPUPROFILE WORKERCPUUSAGE WORKERHEAPPROFILE WORKERHEAPSNAPSHOT WORKERHEAPSTATISTICS WRITEWRAP
  ZLIB CHECKPRIMEREQUEST PBKDF2REQUEST KEYPAIRGENREQUEST KEYGENREQUEST KEYEXPORTREQUEST ARGON2REQUEST CIPHERREQUEST
  DERIVEBITSREQUEST HASHREQUEST RANDOMBYTESREQUEST RANDOMPRIMEREQUEST SCRYPTREQUEST SIGNREQUEST TLSWRAP VERIFYREQUEST`;
const asyncWrapProviders = { __proto__: null };
PROVIDERS.split(/\s+/).forEach((name, number) => { asyncWrapProviders[name] = number; });

module.exports = {
  get AsyncLocalStorage() { return require('async_context/storage').AsyncLocalStorage; },
  createHook,
  executionAsyncId,
  triggerAsyncId,
  executionAsyncResource,
  asyncWrapProviders: Object.freeze(asyncWrapProviders),
  AsyncResource,
};
