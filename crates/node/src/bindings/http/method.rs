//! Request methods in llhttp's order: JavaScript gets a method as its index in this list.

/// The methods of HTTP come first; `http.METHODS` is these, sorted.
pub const HTTP_METHODS: usize = 35;

pub const NAMES: [&str; 47] = [
    "DELETE",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "CONNECT",
    "OPTIONS",
    "TRACE",
    "COPY",
    "LOCK",
    "MKCOL",
    "MOVE",
    "PROPFIND",
    "PROPPATCH",
    "SEARCH",
    "UNLOCK",
    "BIND",
    "REBIND",
    "UNBIND",
    "ACL",
    "REPORT",
    "MKACTIVITY",
    "CHECKOUT",
    "MERGE",
    "M-SEARCH",
    "NOTIFY",
    "SUBSCRIBE",
    "UNSUBSCRIBE",
    "PATCH",
    "PURGE",
    "MKCALENDAR",
    "LINK",
    "UNLINK",
    "SOURCE",
    "QUERY", // Of HTTP/2's preface, and of RTSP.
    "PRI",
    "DESCRIBE",
    "ANNOUNCE",
    "SETUP",
    "PLAY",
    "PAUSE",
    "TEARDOWN",
    "GET_PARAMETER",
    "SET_PARAMETER",
    "REDIRECT",
    "RECORD",
    "FLUSH",
];

pub const GET: u8 = 1;
pub const POST: u8 = 3;
pub const CONNECT: u8 = 5;
pub const OPTIONS: u8 = 6;
pub const SOURCE: u8 = 33;
pub const PRI: u8 = 35;

/// The index of a method.
pub fn find(word: &[u8]) -> Option<u8> {
    match word {
        b"GET" => Some(GET),
        b"POST" => Some(POST),
        _ => NAMES.iter().position(|name| name.as_bytes() == word).map(|index| index as u8),
    }
}

pub fn is_prefix_of_any(word: &[u8]) -> bool {
    NAMES.iter().any(|name| name.as_bytes().starts_with(word))
}

/// Whether it is a method of HTTP, and not of another protocol that the parser accepts.
pub fn is_http(method: u8) -> bool {
    usize::from(method) < HTTP_METHODS || method == PRI
}

pub fn is_rtsp(method: u8) -> bool {
    matches!(method, GET | POST | OPTIONS) || method > PRI
}
