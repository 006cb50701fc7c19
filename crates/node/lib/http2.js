'use strict';
// node:http2: only the names, for programs that import them and use HTTP/1. All functions throw; HTTP/2 is not implemented.

const { unimplementedAll } = require('core/not_implemented');

// Only the constants that such programs read when they load.
const constants = {
  NGHTTP2_CANCEL: 8,
  HTTP2_HEADER_STATUS: ':status',
  HTTP2_HEADER_METHOD: ':method',
  HTTP2_HEADER_AUTHORITY: ':authority',
  HTTP2_HEADER_SCHEME: ':scheme',
  HTTP2_HEADER_PATH: ':path',
  HTTP2_HEADER_HOST: 'host',
  HTTP2_HEADER_SET_COOKIE: 'set-cookie',
};

module.exports = {
  constants,
  sensitiveHeaders: Symbol('sensitiveHeaders'),
  ...unimplementedAll('http2', [
    'connect', 'createServer', 'createSecureServer', 'getDefaultSettings', 'getPackedSettings', 'getUnpackedSettings',
    'performServerHandshake', 'Http2ServerRequest', 'Http2ServerResponse',
  ]),
};
