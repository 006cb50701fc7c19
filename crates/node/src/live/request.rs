//! A request to the live server: read with limits, and authorized before it is handled.
//!
//! The server is for local programs only, but a browser is one of them: any page on the web can make it send a request
//! here. So the token must match; the `Host` must be ours, since another name that resolves to 127.0.0.1 is an attack
//! (DNS rebinding); and an `Origin`, if present, must be that of our own page.

use std::io::Read;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The whole head, including the request line.
const MAX_HEAD_SIZE: usize = 8 * 1024;

/// How long a client may take to send it.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// The response to a rejected request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorResponse {
    pub status: &'static str,
    pub message: &'static str,
}

const MALFORMED: ErrorResponse = ErrorResponse { status: "400 Bad Request", message: "malformed request" };
pub const TOO_LONG: ErrorResponse =
    ErrorResponse { status: "431 Request Header Fields Too Large", message: "the request head is limited to 8 KB" };
pub const NOT_GET: ErrorResponse = ErrorResponse { status: "405 Method Not Allowed", message: "only GET is allowed" };
const WRONG_HOST: ErrorResponse = ErrorResponse { status: "403 Forbidden", message: "wrong Host header" };
const WRONG_ORIGIN: ErrorResponse = ErrorResponse { status: "403 Forbidden", message: "wrong Origin header" };
const WRONG_TOKEN: ErrorResponse = ErrorResponse {
    status: "403 Forbidden",
    message: "the token is missing or wrong; it is in the URL that the program printed to standard error when it started",
};

#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub path: String,
}

/// What a request is checked against.
pub struct AccessPolicy {
    pub port: u16,
    pub token: String,
}

/// Reads to the end of the head. None: the client disconnected or was too slow, and gets no response.
pub fn read_head(stream: &mut TcpStream) -> Option<Result<Vec<u8>, ErrorResponse>> {
    let began = Instant::now();
    let mut head = Vec::new();
    let mut bytes = [0; 1024];
    loop {
        // One deadline for all reads: a client may also send one byte at a time.
        let remaining = READ_TIMEOUT.checked_sub(began.elapsed()).filter(|remaining| !remaining.is_zero())?;
        stream.set_read_timeout(Some(remaining)).ok()?;
        let count = stream.read(&mut bytes).ok().filter(|count| *count > 0)?;
        let seen = head.len().saturating_sub(3);
        head.extend_from_slice(&bytes[..count]);
        let end = head[seen..].windows(4).position(|four| four == b"\r\n\r\n");
        if let Some(end) = end.map(|at| seen + at + 4).filter(|end| *end <= MAX_HEAD_SIZE) {
            head.truncate(end);
            return Some(Ok(head));
        }
        if head.len() > MAX_HEAD_SIZE {
            return Some(Err(TOO_LONG));
        }
    }
}

impl AccessPolicy {
    /// The request, if it is authorized.
    pub fn authorize(&self, head: &[u8]) -> Result<Request, ErrorResponse> {
        let head = std::str::from_utf8(head).map_err(|_| MALFORMED)?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(MALFORMED);
        };
        if !version.starts_with("HTTP/1.") || !target.starts_with('/') {
            return Err(MALFORMED);
        }
        let headers: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(':')).collect();
        let header = |name: &str| {
            let found = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.trim())
        };
        if !header("host").is_some_and(|host| self.is_our_host(host)) {
            return Err(WRONG_HOST);
        }
        if header("origin").is_some_and(|origin| !self.is_our_origin(origin)) {
            return Err(WRONG_ORIGIN);
        }
        if method != "GET" {
            return Err(NOT_GET);
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let query_token = query.split('&').find_map(|pair| pair.strip_prefix("token="));
        let bearer = header("authorization").and_then(|value| value.strip_prefix("Bearer "));
        if !query_token.or(bearer).is_some_and(|token| constant_time_eq(token.as_bytes(), self.token.as_bytes())) {
            return Err(WRONG_TOKEN);
        }
        Ok(Request { path: path.to_owned() })
    }

    fn is_our_host(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        (name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")) && port == self.port.to_string()
    }

    fn is_our_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|host| self.is_our_host(host))
    }
}

/// Takes the same time for any token of the same length.
fn constant_time_eq(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &str) -> Result<Request, ErrorResponse> {
        AccessPolicy { port: 9330, token: "secret".to_owned() }.authorize(head.as_bytes())
    }

    const HOST: &str = "Host: 127.0.0.1:9330\r\n";

    #[test]
    fn the_token_may_be_in_the_query_or_in_a_header() {
        let request = |path: &str| Ok(Request { path: path.to_owned() });
        assert_eq!(check(&format!("GET /metrics?token=secret HTTP/1.1\r\n{HOST}\r\n")), request("/metrics"));
        let head = format!("GET /x HTTP/1.1\r\n{HOST}Authorization: Bearer secret\r\n\r\n");
        assert_eq!(check(&head), request("/x"));
        for target in ["/", "/?token=", "/?token=secreT", "/?token=secrets", "/?atoken=secret"] {
            assert_eq!(check(&format!("GET {target} HTTP/1.1\r\n{HOST}\r\n")), Err(WRONG_TOKEN), "{target}");
        }
    }

    #[test]
    fn another_host_or_origin_is_rejected_even_with_the_token() {
        let with = |headers: &str| check(&format!("GET /?token=secret HTTP/1.1\r\n{headers}\r\n"));
        for host in ["", "Host: evil.example:9330\r\n", "Host: 127.0.0.1\r\n", "Host: 127.0.0.1:80\r\n"] {
            assert_eq!(with(host), Err(WRONG_HOST), "{host}");
        }
        for origin in ["null", "http://evil.example", "https://127.0.0.1:9330", "http://127.0.0.1:9331"] {
            assert_eq!(with(&format!("{HOST}Origin: {origin}\r\n")), Err(WRONG_ORIGIN), "{origin}");
        }
        assert!(with(&format!("{HOST}Origin: http://localhost:9330\r\n")).is_ok());
        assert!(with("host: LOCALHOST:9330\r\n").is_ok());
    }

    #[test]
    fn other_methods_and_malformed_requests_are_rejected() {
        assert_eq!(check(&format!("POST /?token=secret HTTP/1.1\r\n{HOST}\r\n")), Err(NOT_GET));
        for head in ["", "GET /\r\n\r\n", "GET x HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n", "GET / HTTP/1.1 x\r\n\r\n"]
        {
            assert_eq!(check(head), Err(MALFORMED), "{head}");
        }
        assert_eq!(
            AccessPolicy { port: 1, token: String::new() }.authorize(b"GET /\xff HTTP/1.1\r\n\r\n"),
            Err(MALFORMED)
        );
    }
}
