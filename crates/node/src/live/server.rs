//! The live server: HTTP on 127.0.0.1, one thread that accepts and one for each of a few connections.
//!
//! One request per connection: reconnecting is cheap on the loopback interface.

use super::request::{AccessPolicy, ErrorResponse, NOT_GET, Request, read_head};
use super::{MetricSources, events, metrics, prometheus, start_thread, warn};
use crate::trace::Recorder;
use hexloop_trace::live_page;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How many ports after the requested one are tried.
const PORTS_TRIED: u16 = 100;

/// Concurrent connections.
const MAX_CONNECTIONS: usize = 32;

/// How long a write to a client may block.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a client may take to disconnect after its response.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);

/// A fixed token, for repeated queries.
const TOKEN_VARIABLE: &str = "HEXLOOP_INSPECT_TOKEN";
const MIN_TOKEN_LENGTH: usize = 16;

/// The page is one document that loads nothing but its events.
const PAGE_TYPE: &str = "text/html; charset=utf-8\r\nX-Frame-Options: DENY\r\nContent-Security-Policy: default-src 'none'; \
                         script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'; \
                         base-uri 'none'; form-action 'none'";

const NOT_FOUND: ErrorResponse =
    ErrorResponse { status: "404 Not Found", message: "not found: the paths are /, /events and /metrics" };
const TOO_MANY: ErrorResponse = ErrorResponse { status: "503 Service Unavailable", message: "too many connections" };

pub struct Server {
    listener: TcpListener,
    policy: AccessPolicy,
}

impl Server {
    /// Listens on the port, or on the next free one; 0: on any.
    pub fn listen(port: u16) -> io::Result<Server> {
        let listener = listen_from(port)?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, policy: AccessPolicy { port, token: token()? } })
    }

    /// Without a recorder (in the REPL) there are only metrics.
    pub fn start(self, sources: Arc<MetricSources>, recorder: Option<Arc<Recorder>>) {
        let AccessPolicy { port, token } = &self.policy;
        let path = if recorder.is_some() { "" } else { "metrics" };
        warn(&format!("inspect the loop at http://127.0.0.1:{port}/{path}?token={token}"));
        start_thread("live-server", move || self.serve(&Arc::new(Content { sources, recorder })));
    }

    fn serve(self, content: &Arc<Content>) {
        let policy = Arc::new(self.policy);
        let open = Arc::new(AtomicUsize::new(0));
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else {
                // Usually EMFILE: the program may close some descriptors.
                std::thread::sleep(Duration::from_millis(100));
                continue;
            };
            let _ = stream.set_write_timeout(Some(WRITE_TIMEOUT));
            if open.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
                open.fetch_sub(1, Ordering::Relaxed);
                let _ = send_error(&stream, TOO_MANY);
                continue;
            }
            let (policy, content, counted) = (policy.clone(), content.clone(), ConnectionCount(open.clone()));
            // Without a thread the connection is closed.
            let _ = std::thread::Builder::new().name("live-client".to_owned()).spawn(move || {
                let _counted = counted;
                let _client_is_gone = handle_request(stream, &policy, &content).is_err();
            });
        }
    }
}

/// What the server serves.
struct Content {
    sources: Arc<MetricSources>,
    recorder: Option<Arc<Recorder>>,
}

/// Counts a connection while it lives.
struct ConnectionCount(Arc<AtomicUsize>);

impl Drop for ConnectionCount {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn listen_from(port: u16) -> io::Result<TcpListener> {
    let mut last_error = None;
    for port in port..=port.saturating_add(if port == 0 { 0 } else { PORTS_TRIED }) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last_error = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(last_error.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}

/// The user's token, if it is long enough and needs no escaping; else 128 random bits.
fn token() -> io::Result<String> {
    if let Ok(token) = std::env::var(TOKEN_VARIABLE) {
        let is_plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if is_plain && token.len() >= MIN_TOKEN_LENGTH {
            return Ok(token);
        }
        warn(&format!(
            "{TOKEN_VARIABLE} is ignored: it needs at least {MIN_TOKEN_LENGTH} letters, digits, - or _, and nothing else"
        ));
    }
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn handle_request(mut stream: TcpStream, policy: &AccessPolicy, content: &Content) -> io::Result<()> {
    let Some(head) = read_head(&mut stream) else { return Ok(()) };
    match head.and_then(|head| policy.authorize(&head)) {
        Err(response) => send_error(&stream, response),
        Ok(Request { path }) => match (path.as_str(), &content.recorder) {
            ("/metrics", _) => {
                let text = prometheus::text(&metrics::all(&content.sources, metrics::QueryMode::Query));
                send(&stream, "200 OK", prometheus::CONTENT_TYPE, &text)
            }
            ("/", Some(_)) => send(&stream, "200 OK", PAGE_TYPE, &live_page()),
            ("/events", Some(recorder)) => events::serve(&stream, recorder),
            _ => send_error(&stream, NOT_FOUND),
        },
    }
}

fn send_error(stream: &TcpStream, response: ErrorResponse) -> io::Result<()> {
    let status = match response {
        NOT_GET => "405 Method Not Allowed\r\nAllow: GET",
        ErrorResponse { status, .. } => status,
    };
    send(stream, status, "text/plain; charset=utf-8", &format!("{}\n", response.message))
}

fn send(mut stream: &TcpStream, status: &str, content_type: &str, body: &str) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    drain(stream)
}

/// Closing a socket with unread data sends a RST, and the client may lose the response: reads what is still coming, up
/// to a limit.
fn drain(mut stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(DRAIN_TIMEOUT))?;
    let mut bytes = [0; 1024];
    for _ in 0..64 {
        if stream.read(&mut bytes)? == 0 {
            break;
        }
    }
    Ok(())
}
