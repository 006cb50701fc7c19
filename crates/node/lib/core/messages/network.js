'use strict';

// Message templates of sockets, HTTP, TLS and child processes; parsed when one of their codes is first used.
// Same form as core/messages/arguments.

const { arrayJoin } = require('core/intrinsics');
const { describe } = require('core/messages/arguments');

const templates = {
  __proto__: null,

  ERR_CHILD_CLOSED_BEFORE_REPLY: [Error, 'Child closed before reply received'],
  ERR_CHILD_PROCESS_IPC_REQUIRED: [Error, "Forked processes must have an IPC channel, missing value 'ipc' in $1"],
  ERR_CHILD_PROCESS_STDIO_MAXBUFFER: [RangeError, '$1 maxBuffer length exceeded'],
  ERR_DNS_SET_SERVERS_FAILED: [Error, 'c-ares failed to set servers: "$1" [$2]'],
  ERR_HTTP2_ALTSVC_INVALID_ORIGIN: [TypeError, 'HTTP/2 ALTSVC frames require a valid origin'],
  ERR_HTTP2_ALTSVC_LENGTH: [TypeError, 'HTTP/2 ALTSVC frames are limited to 16382 bytes'],
  ERR_HTTP2_CONNECT_AUTHORITY: [Error, ':authority header is required for CONNECT requests'],
  ERR_HTTP2_CONNECT_PATH: [Error, 'The :path header is forbidden for CONNECT requests'],
  ERR_HTTP2_CONNECT_SCHEME: [Error, 'The :scheme header is forbidden for CONNECT requests'],
  ERR_HTTP2_GOAWAY_SESSION: [Error, 'New streams cannot be created after receiving a GOAWAY'],
  ERR_HTTP2_HEADERS_AFTER_RESPOND: [Error, 'Cannot specify additional headers after response initiated'],
  ERR_HTTP2_HEADERS_SENT: [Error, 'Response has already been initiated.'],
  ERR_HTTP2_HEADER_SINGLE_VALUE: [TypeError, 'Header field "$1" must only have a single value'],
  ERR_HTTP2_INFO_STATUS_NOT_ALLOWED: [RangeError, 'Informational status codes cannot be used'],
  ERR_HTTP2_INVALID_CONNECTION_HEADERS: [TypeError, 'HTTP/1 Connection specific headers are forbidden: "$1"'],
  ERR_HTTP2_INVALID_HEADER_VALUE: [TypeError, 'Invalid value "$1" for header "$2"'],
  ERR_HTTP2_INVALID_INFO_STATUS: [RangeError, 'Invalid informational status code: $1'],
  ERR_HTTP2_INVALID_ORIGIN: [TypeError, 'HTTP/2 ORIGIN frames require a valid origin'],
  ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH: [RangeError, 'Packed settings length must be a multiple of six'],
  ERR_HTTP2_INVALID_PSEUDOHEADER: [TypeError, '"$1" is an invalid pseudoheader or is used incorrectly'],
  ERR_HTTP2_INVALID_SESSION: [Error, 'The session has been destroyed'],
  ERR_HTTP2_INVALID_STREAM: [Error, 'The stream has been destroyed'],
  ERR_HTTP2_MAX_PENDING_SETTINGS_ACK: [Error, 'Maximum number of pending settings acknowledgements'],
  ERR_HTTP2_NESTED_PUSH: [Error, 'A push stream cannot initiate another push stream.'],
  ERR_HTTP2_NO_MEM: [Error, 'Out of memory'],
  ERR_HTTP2_NO_SOCKET_MANIPULATION: [Error,
    'HTTP/2 sockets should not be directly manipulated (e.g. read and written)'],
  ERR_HTTP2_ORIGIN_LENGTH: [TypeError, 'HTTP/2 ORIGIN frames are limited to 16382 bytes'],
  ERR_HTTP2_OUT_OF_STREAMS: [Error, 'No stream ID is available because maximum stream ID has been reached'],
  ERR_HTTP2_PAYLOAD_FORBIDDEN: [Error, 'Responses with $1 status must not have a payload'],
  ERR_HTTP2_PING_CANCEL: [Error, 'HTTP2 ping cancelled'],
  ERR_HTTP2_PING_LENGTH: [RangeError, 'HTTP2 ping payload must be 8 bytes'],
  ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED: [TypeError, 'Cannot set HTTP/2 pseudo-headers'],
  ERR_HTTP2_PUSH_DISABLED: [Error, 'HTTP/2 client has disabled push streams'],
  ERR_HTTP2_SEND_FILE: [Error, 'Directories cannot be sent'],
  ERR_HTTP2_SEND_FILE_NOSEEK: [Error, 'Offset or length can only be specified for regular files'],
  ERR_HTTP2_SESSION_ERROR: [Error, 'Session closed with error code $1'],
  ERR_HTTP2_SETTINGS_CANCEL: [Error, 'HTTP2 session settings canceled'],
  ERR_HTTP2_SOCKET_BOUND: [Error, 'The socket is already bound to an Http2Session'],
  ERR_HTTP2_SOCKET_UNBOUND: [Error, 'The socket has been disconnected from the Http2Session'],
  ERR_HTTP2_STATUS_101: [Error, 'HTTP status code 101 (Switching Protocols) is forbidden in HTTP/2'],
  ERR_HTTP2_STATUS_INVALID: [RangeError, 'Invalid status code: $1'],
  ERR_HTTP2_STREAM_ERROR: [Error, 'Stream closed with error code $1'],
  ERR_HTTP2_STREAM_SELF_DEPENDENCY: [Error, 'A stream cannot depend on itself'],
  ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS: [Error, 'Number of custom settings exceeds MAX_ADDITIONAL_SETTINGS'],
  ERR_HTTP2_TOO_MANY_INVALID_FRAMES: [Error, 'Too many invalid HTTP/2 frames'],
  ERR_HTTP2_TOO_MANY_ORIGINS: [Error, 'The server sent more ORIGIN frames than the allowed number of $1'],
  ERR_HTTP2_TRAILERS_ALREADY_SENT: [Error, 'Trailing headers have already been sent'],
  ERR_HTTP2_TRAILERS_NOT_READY: [Error,
    'Trailing headers cannot be sent until after the wantTrailers event is emitted'],
  ERR_HTTP2_UNSUPPORTED_PROTOCOL: [Error, 'protocol "$1" is unsupported.'],
  ERR_HTTP_BODY_NOT_ALLOWED: [Error, 'Adding content for this request method or response status is not allowed.'],
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: [Error,
    "Response body's content-length of $1 byte(s) does not match the content-length of $2 byte(s) set in header"],
  ERR_HTTP_HEADERS_SENT: [Error, 'Cannot $1 headers after they are sent to the client'],
  ERR_HTTP_INVALID_HEADER_VALUE: [TypeError, 'Invalid value "$1" for header "$2"'],
  ERR_HTTP_INVALID_STATUS_CODE: [RangeError, 'Invalid status code: $1'],
  ERR_HTTP_REQUEST_TIMEOUT: [Error, 'Request timeout'],
  ERR_HTTP_SOCKET_ASSIGNED: [Error, 'ServerResponse has an already assigned socket'],
  ERR_HTTP_SOCKET_ENCODING: [Error, 'Changing the socket encoding is not allowed per RFC7230 Section 3.'],
  ERR_HTTP_TRAILER_INVALID: [Error, 'Trailers are invalid with this transfer encoding'],
  ERR_INVALID_ADDRESS: [Error, 'Invalid socket address'],
  ERR_INVALID_HANDLE_TYPE: [TypeError, 'This handle type cannot be sent'],
  ERR_INVALID_HTTP_TOKEN: [TypeError, '$1 must be a valid HTTP token ["$2"]'],
  ERR_INVALID_IP_ADDRESS: [TypeError, 'Invalid IP address: $1'],
  ERR_INVALID_PROTOCOL: [TypeError, 'Protocol "$1" not supported. Expected "$2"'],
  ERR_INVALID_SYNC_FORK_INPUT: [TypeError,
    'Asynchronous forks do not support Buffer, TypedArray, DataView or string input: $1'],
  ERR_IPC_CHANNEL_CLOSED: [Error, 'Channel closed'],
  ERR_IPC_DISCONNECTED: [Error, 'IPC channel is already disconnected'],
  ERR_IPC_ONE_PIPE: [Error, 'Child process can have only one IPC pipe'],
  ERR_IPC_SYNC_FORK: [Error, 'IPC cannot be used with synchronous forks'],
  ERR_IP_BLOCKED: [Error, 'IP($1) is blocked by net.BlockList'],
  ERR_PROXY_INVALID_CONFIG: [Error, '$1'],
  ERR_PROXY_TUNNEL: [Error, '$1'],
  ERR_SERVER_ALREADY_LISTEN: [Error, 'Listen method has been called more than once without closing.'],
  ERR_SERVER_NOT_RUNNING: [Error, 'Server is not running.'],
  ERR_SOCKET_ALREADY_BOUND: [Error, 'Socket is already bound'],
  ERR_SOCKET_BAD_BUFFER_SIZE: [TypeError, 'Buffer size must be a positive integer'],
  ERR_SOCKET_BAD_TYPE: [TypeError, 'Bad socket type specified. Valid types are: udp4, udp6'],
  ERR_SOCKET_BUFFER_SIZE: ['SystemError', 'Could not get or set buffer size'],
  ERR_SOCKET_CLOSED: [Error, 'Socket is closed'],
  ERR_SOCKET_CLOSED_BEFORE_CONNECTION: [Error, 'Socket closed before the connection was established'],
  ERR_SOCKET_CONNECTION_TIMEOUT: [Error, 'Socket connection timeout'],
  ERR_SOCKET_DGRAM_IS_CONNECTED: [Error, 'Already connected'],
  ERR_SOCKET_DGRAM_NOT_CONNECTED: [Error, 'Not connected'],
  ERR_SOCKET_DGRAM_NOT_RUNNING: [Error, 'Not running'],
  ERR_SOCKET_HANDLE_ADOPTED: [Error, 'The bound socket has already been adopted by a server or socket'],
  ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS: [TypeError,
    'The ALPNCallback and ALPNProtocols TLS options are mutually exclusive'],
  ERR_TLS_CERT_ALTNAME_FORMAT: [SyntaxError, 'Invalid subject alternative name string'],
  ERR_TLS_DH_PARAM_SIZE: [Error, 'DH parameter size $1 is less than 2048'],
  ERR_TLS_HANDSHAKE_TIMEOUT: [Error, 'TLS handshake timeout'],
  ERR_TLS_INVALID_CONTEXT: [TypeError, '$1 must be a SecureContext'],
  ERR_TLS_INVALID_PROTOCOL_METHOD: [TypeError, '$1'],
  ERR_TLS_INVALID_PROTOCOL_VERSION: [TypeError, '"$1" is not a valid $2 TLS protocol version'],
  ERR_TLS_INVALID_STATE: [Error, 'TLS socket connection must be securely established'],
  ERR_TLS_PROTOCOL_VERSION_CONFLICT: [TypeError, 'TLS protocol version "$1" conflicts with secureProtocol "$2"'],
  ERR_TLS_RENEGOTIATION_DISABLED: [Error, 'TLS session renegotiation disabled for this socket'],
  ERR_TLS_RENEGOTIATION_UNSUPPORTED: [Error, 'TLS session renegotiation is unsupported by this TLS implementation'],
  ERR_TLS_REQUIRED_SERVER_NAME: [Error, '"servername" is required parameter for Server.addContext'],
  ERR_TLS_SESSION_ATTACK: [Error, 'TLS session renegotiation attack detected'],
  ERR_TLS_SNI_FROM_SERVER: [Error, 'Cannot issue SNI from a TLS server-side socket'],

  ERR_HTTP2_INVALID_SETTING_VALUE: [TypeError, (error, name, actual, min = undefined, max = undefined) => {
    error.actual = actual;
    if (min !== undefined) {
      error.min = min;
      error.max = max;
    }
    return `Invalid value for setting "${name}": ${actual}`;
  }],

  ERR_HTTP2_STREAM_CANCEL: [Error, (error, cause) => {
    if (cause) error.cause = cause;
    const because = typeof cause?.message === 'string' ? ` (caused by: ${cause.message})` : '';
    return `The pending stream has been canceled${because}`;
  }],

  ERR_INVALID_ADDRESS_FAMILY: [RangeError, (error, family, host, port) => {
    error.host = host;
    error.port = port;
    return `Invalid address family: ${family} ${host}:${port}`;
  }],

  ERR_SOCKET_BAD_PORT: [RangeError, (_, name, port, allowZero = true) =>
    `${name} should be ${allowZero ? '>=' : '>'} 0 and < 65536. Received ${describe(port)}.`],

  ERR_TLS_ALPN_CALLBACK_INVALID_RESULT: [TypeError, (_, value, protocols) =>
    `ALPN callback returned a value (${value}) that did not match any of the client's offered protocols (${
      arrayJoin(protocols, ', ')})`],

  ERR_TLS_CERT_ALTNAME_INVALID: [Error, (error, reason, host, cert) => {
    error.reason = reason;
    error.host = host;
    error.cert = cert;
    return `Hostname/IP does not match certificate's altnames: ${reason}`;
  }],
};

module.exports = { templates };
