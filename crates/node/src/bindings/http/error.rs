//! Parse errors: llhttp's codes and reasons, which programs see in 'clientError' and 'error'.

/// llhttp's code and reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub code: &'static str,
    pub reason: &'static str,
}

const fn error(code: &'static str, reason: &'static str) -> ParseError {
    ParseError { code, reason }
}

pub const INVALID_METHOD: ParseError = error("HPE_INVALID_METHOD", "Invalid method encountered");
pub const SPACE_AFTER_METHOD: ParseError = error("HPE_INVALID_METHOD", "Expected space after method");
pub const METHOD_FOR_HTTP: ParseError = error("HPE_INVALID_CONSTANT", "Invalid method for HTTP/x.x request");
pub const METHOD_FOR_RTSP: ParseError = error("HPE_INVALID_CONSTANT", "Invalid method for RTSP/x.x request");
pub const METHOD_FOR_ICE: ParseError = error("HPE_INVALID_CONSTANT", "Expected SOURCE method for ICE/x.x request");
pub const PROTOCOL: ParseError = error("HPE_INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/");
pub const PREFACE: ParseError = error("HPE_INVALID_CONSTANT", "Expected HTTP/2 Connection Preface");
pub const HTTP2: ParseError = error("HPE_PAUSED_H2_UPGRADE", "Pause on PRI/Upgrade");
pub const URL: ParseError = error("HPE_INVALID_URL", "Invalid characters in url");
pub const URL_START: ParseError = error("HPE_INVALID_URL", "Unexpected start char in url");
pub const URL_SCHEMA: ParseError = error("HPE_INVALID_URL", "Unexpected char in url schema");
pub const URL_SERVER: ParseError = error("HPE_INVALID_URL", "Unexpected char in url server");
pub const URL_AT: ParseError = error("HPE_INVALID_URL", "Double @ in url");
pub const URL_PATH: ParseError = error("HPE_INVALID_URL", "Invalid char in url path");
pub const URL_QUERY: ParseError = error("HPE_INVALID_URL", "Invalid char in url query");
pub const URL_FRAGMENT: ParseError = error("HPE_INVALID_URL", "Invalid char in url fragment start");
pub const LINE_END_OF_09: ParseError = error("HPE_INVALID_URL", "Expected CRLF");
pub const MAJOR: ParseError = error("HPE_INVALID_VERSION", "Invalid major version");
pub const DOT: ParseError = error("HPE_INVALID_VERSION", "Expected dot");
pub const MINOR: ParseError = error("HPE_INVALID_VERSION", "Invalid minor version");
pub const VERSION: ParseError = error("HPE_INVALID_VERSION", "Invalid HTTP version");
pub const AFTER_VERSION: ParseError = error("HPE_INVALID_VERSION", "Expected CRLF after version");
pub const LF_AFTER_VERSION: ParseError = error("HPE_STRICT", "Expected CRLF after version");
pub const SPACE_AFTER_VERSION: ParseError = error("HPE_INVALID_VERSION", "Expected space after version");
pub const STATUS: ParseError = error("HPE_INVALID_STATUS", "Invalid status code");
pub const AFTER_STATUS: ParseError = error("HPE_INVALID_STATUS", "Invalid response status");
pub const CR_AFTER_RESPONSE_LINE: ParseError = error("HPE_CR_EXPECTED", "Missing expected CR after response line");
pub const LF_AFTER_RESPONSE_LINE: ParseError = error("HPE_STRICT", "Expected LF after CR");
pub const SPACE_AFTER_START_LINE: ParseError = error("HPE_UNEXPECTED_SPACE", "Unexpected space after start line");
pub const FIELD_TOKEN: ParseError = error("HPE_INVALID_HEADER_TOKEN", "Invalid header token");
pub const FIELD_CHAR: ParseError = error("HPE_INVALID_HEADER_TOKEN", "Invalid header field char");
pub const VALUE_CHAR: ParseError = error("HPE_INVALID_HEADER_TOKEN", "Invalid header value char");
pub const VALUE_FOLD: ParseError = error("HPE_INVALID_HEADER_TOKEN", "Unexpected whitespace after header value");
pub const VALUE_CR: ParseError = error("HPE_CR_EXPECTED", "Missing expected CR after header value");
pub const VALUE_LF: ParseError = error("HPE_LF_EXPECTED", "Missing expected LF after header value");
pub const EMPTY_VALUE_LF: ParseError = error("HPE_STRICT", "Expected LF after CR");
pub const LF_AFTER_HEADERS: ParseError = error("HPE_STRICT", "Expected LF after headers");
pub const LENGTH_CHAR: ParseError = error("HPE_INVALID_CONTENT_LENGTH", "Invalid character in Content-Length");
pub const LENGTH_OVERFLOW: ParseError = error("HPE_INVALID_CONTENT_LENGTH", "Content-Length overflow");
pub const LENGTH_EMPTY: ParseError = error("HPE_INVALID_CONTENT_LENGTH", "Empty Content-Length");
pub const LENGTH_TWICE: ParseError = error("HPE_UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length");
pub const LENGTH_WITH_ENCODING: ParseError =
    error("HPE_INVALID_CONTENT_LENGTH", "Content-Length can't be present with Transfer-Encoding");
pub const ENCODING_WITH_LENGTH: ParseError =
    error("HPE_INVALID_TRANSFER_ENCODING", "Transfer-Encoding can't be present with Content-Length");
pub const ENCODING_VALUE: ParseError =
    error("HPE_INVALID_TRANSFER_ENCODING", "Invalid `Transfer-Encoding` header value");
pub const ENCODING_EMPTY: ParseError = error("HPE_INVALID_TRANSFER_ENCODING", "Empty Transfer-Encoding");
pub const ENCODING_OF_REQUEST: ParseError =
    error("HPE_INVALID_TRANSFER_ENCODING", "Request has invalid `Transfer-Encoding`");
pub const HEADER_OVERFLOW: ParseError = error("HPE_HEADER_OVERFLOW", "Header overflow");
pub const CHUNK_SIZE_CHAR: ParseError = error("HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size");
pub const CHUNK_SIZE_OVERFLOW: ParseError = error("HPE_INVALID_CHUNK_SIZE", "Chunk size overflow");
pub const CHUNK_SIZE_CR: ParseError = error("HPE_CR_EXPECTED", "Missing expected CR after chunk size");
pub const CHUNK_SIZE_LF: ParseError = error("HPE_STRICT", "Expected LF after chunk size");
pub const CHUNK_DATA_CR: ParseError = error("HPE_CR_EXPECTED", "Missing expected CR after chunk data");
pub const CHUNK_DATA_LF: ParseError = error("HPE_STRICT", "Expected LF after chunk data");
pub const EXTENSION: ParseError = error("HPE_STRICT", "Invalid character in chunk extensions");
pub const EXTENSION_NAME: ParseError = error("HPE_STRICT", "Invalid character in chunk extensions name");
pub const EXTENSION_NAME_CR: ParseError = error("HPE_CR_EXPECTED", "Missing expected CR after chunk extension name");
pub const EXTENSION_VALUE: ParseError = error("HPE_STRICT", "Invalid character in chunk extensions value");
pub const EXTENSION_VALUE_CR: ParseError = error("HPE_CR_EXPECTED", "Missing expected CR after chunk extension value");
pub const EXTENSION_QUOTED: ParseError = error("HPE_STRICT", "Invalid character in chunk extensions quoted value");
pub const EXTENSION_PAIR: ParseError = error("HPE_STRICT", "Invalid quoted-pair in chunk extensions quoted value");
pub const EXTENSION_AFTER_QUOTE: ParseError = error("HPE_STRICT", "Invalid character in chunk extensions quote value");
pub const EXTENSION_OVERFLOW: ParseError = error("HPE_CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow");
pub const CLOSED: ParseError = error("HPE_CLOSED_CONNECTION", "Data after `Connection: close`");
pub const EOF: ParseError = error("HPE_INVALID_EOF_STATE", "Invalid EOF state");
pub const HEAD_CALLBACK: ParseError = error("HPE_CB_HEADERS_COMPLETE", "User callback error");
pub const BODY_CALLBACK: ParseError = error("HPE_JS_EXCEPTION", "JS Exception");
pub const END_CALLBACK: ParseError = error("HPE_CB_MESSAGE_COMPLETE", "`on_message_complete` callback error");
