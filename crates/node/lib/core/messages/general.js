'use strict';

// Message templates of streams, buffers, files, options and events, which most programs use.
// Same form as core/messages/arguments.

const { arrayIsArray, arrayJoin, jsonStringify } = require('core/intrinsics');

const templates = {
  __proto__: null,

  ERR_AMBIGUOUS_ARGUMENT: [TypeError, 'The "$1" argument is ambiguous. $2'],
  ERR_ARG_NOT_ITERABLE: [TypeError, '$1 must be iterable'],
  ERR_ASSERTION: [Error, '$1'],
  ERR_ASYNC_CALLBACK: [TypeError, '$1 must be a function'],
  ERR_ASYNC_TYPE: [TypeError, 'Invalid name for async "type": $1'],
  ERR_BUFFER_TOO_LARGE: [RangeError, 'Cannot create a Buffer larger than $1 bytes'],
  ERR_CONSOLE_WRITABLE_STREAM: [TypeError, 'Console expects a writable stream instance for $1'],
  ERR_CONSTRUCT_CALL_REQUIRED: [TypeError, 'Class constructor $1 cannot be invoked without `new`'],
  ERR_DIR_CLOSED: [Error, 'Directory handle was closed'],
  ERR_DIR_CONCURRENT_OPERATION: [Error,
    'Cannot do synchronous work on directory handle with concurrent asynchronous operations'],
  ERR_ENCODING_NOT_SUPPORTED: [RangeError, 'The "$1" encoding is not supported'],
  ERR_EVENT_RECURSION: [Error, 'The event "$1" is already being dispatched'],
  ERR_FEATURE_UNAVAILABLE_ON_PLATFORM: [TypeError,
    'The feature $1 is unavailable on the current platform, which is being used to run Node.js'],
  ERR_FS_EISDIR: ['SystemError', 'Path is a directory'],
  ERR_FS_FILE_TOO_LARGE: [RangeError, 'File size ($1) is greater than 2 GiB'],
  ERR_FS_WATCH_QUEUE_OVERFLOW: [Error, 'fs.watch() queued more than $1 events'],
  ERR_ILLEGAL_CONSTRUCTOR: [TypeError, 'Illegal constructor'],
  ERR_INCOMPATIBLE_OPTION_PAIR: [TypeError, 'Option "$1" cannot be used in combination with option "$2"'],
  ERR_INVALID_ASYNC_ID: [RangeError, 'Invalid $1 value: $2'],
  ERR_INVALID_BUFFER_SIZE: [RangeError, 'Buffer size must be a multiple of $1'],
  ERR_INVALID_CURSOR_POS: [TypeError, 'Cannot set cursor row without setting its column'],
  ERR_INVALID_FD: [RangeError, '"fd" must be a positive integer: $1'],
  ERR_INVALID_FD_TYPE: [TypeError, 'Unsupported fd type: $1'],
  ERR_INVALID_STATE: [Error, 'Invalid state: $1'],
  ERR_INVALID_THIS: [TypeError, 'Value of "this" must be of type $1'],
  ERR_INVALID_TUPLE: [TypeError, '$1 must be an iterable $2 tuple'],
  ERR_METHOD_NOT_IMPLEMENTED: [Error, 'The $1 method is not implemented'],
  ERR_MISSING_OPTION: [TypeError, '$1 is required'],
  ERR_MULTIPLE_CALLBACK: [Error, 'Callback called multiple times'],
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: [TypeError, '$1'],
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: [TypeError,
    "Unexpected argument '$1'. This command does not take positional arguments"],
  ERR_STREAM_ALREADY_FINISHED: [Error, 'Cannot call $1 after a stream was finished'],
  ERR_STREAM_CANNOT_PIPE: [Error, 'Cannot pipe, not readable'],
  ERR_STREAM_DESTROYED: [Error, 'Cannot call $1 after a stream was destroyed'],
  ERR_STREAM_NULL_VALUES: [TypeError, 'May not write null values to stream'],
  ERR_STREAM_PREMATURE_CLOSE: [Error, 'Premature close'],
  ERR_STREAM_PUSH_AFTER_EOF: [Error, 'stream.push() after EOF'],
  ERR_STREAM_UNABLE_TO_PIPE: [Error, 'Cannot pipe to a closed or destroyed stream'],
  ERR_STREAM_UNSHIFT_AFTER_END_EVENT: [Error, 'stream.unshift() after end event'],
  ERR_STREAM_WRAP: [Error, 'Stream has StringDecoder set or is in objectMode'],
  ERR_STREAM_WRITE_AFTER_END: [Error, 'write after end'],
  ERR_SYSTEM_ERROR: ['SystemError', 'A system error occurred'],
  ERR_THROTTLED: [Error, 'The call was dropped by the throttled function'],
  ERR_UNAVAILABLE_DURING_EXIT: [Error, 'Cannot call function in process exit handler'],
  ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET: [Error,
    '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active'],
  ERR_UNESCAPED_CHARACTERS: [TypeError, '$1 contains unescaped characters'],
  ERR_UNKNOWN_CREDENTIAL: [Error, '$1 identifier does not exist: $2'],
  ERR_UNKNOWN_ENCODING: [TypeError, 'Unknown encoding: $1'],
  ERR_UNKNOWN_SIGNAL: [TypeError, 'Unknown signal: $1'],
  ERR_USE_AFTER_CLOSE: [Error, '$1 was closed'],

  ERR_ACCESS_DENIED: [Error, (error, message, permission = '', resource = '') => {
    error.permission = permission;
    error.resource = resource;
    return message;
  }],

  ERR_ENCODING_INVALID_ENCODED_DATA: [TypeError, (error, encoding, errno) => {
    error.errno = errno;
    return `The encoded data was not valid for encoding ${encoding}`;
  }],

  ERR_FALSY_VALUE_REJECTION: [Error, (error, reason) => {
    error.reason = reason;
    return 'Promise was rejected with falsy value';
  }],

  ERR_INVALID_URL: [TypeError, (error, input, base = null) => {
    error.input = input;
    if (base != null) error.base = base;
    return 'Invalid URL';
  }],

  ERR_INVALID_URL_SCHEME: [TypeError, (_, expected) => {
    const schemes = arrayIsArray(expected) ? expected : [expected];
    const several = schemes.length > 1;
    return `The URL must be ${several ? 'one of' : 'of'} scheme ${arrayJoin(schemes, ' or ')}`;
  }],

  ERR_PARSE_ARGS_UNKNOWN_OPTION: [TypeError, (_, option, allowPositionals) => {
    const suggestion = allowPositionals
      ? ". To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- " +
        jsonStringify(option)
      : '';
    return `Unknown option '${option}'${suggestion}`;
  }],
};

module.exports = { templates };
