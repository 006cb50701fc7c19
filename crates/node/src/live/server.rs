//! The live server: HTTP on 127.0.0.1, a thread that accepts and one for each connection, no more than a few of them.
//!
//! One request for each connection: whoever asks again connects again, which costs nothing on this machine.

use super::request::{Door, NOT_GET, Refusal, Request, read_head};
use super::{Sources, events, figures, prometheus, start_thread, warn};
use crate::trace::Recorder;
use hexloop_trace::live_page;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How many ports after the one that is wanted are tried.
const PORTS_TRIED: u16 = 100;

/// Connections at a time.
const MOST_CONNECTIONS: usize = 32;

/// How long a client may leave a full pipe full.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);

/// How long it may take to go after its answer.
const REST_PATIENCE: Duration = Duration::from_millis(500);

/// A token of the user's own, for those who ask again and again.
const TOKEN_VARIABLE: &str = "HEXLOOP_INSPECT_TOKEN";
const SHORTEST_TOKEN: usize = 16;

/// The page is one text that loads nothing but its events.
const PAGE_TYPE: &str = "text/html; charset=utf-8\r\nX-Frame-Options: DENY\r\nContent-Security-Policy: default-src 'none'; \
                         script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'; \
                         base-uri 'none'; form-action 'none'";

const NOT_FOUND: Refusal = Refusal { status: "404 Not Found", why: "there are /, /events and /metrics" };
const TOO_MANY: Refusal = Refusal { status: "503 Service Unavailable", why: "too many connections at a time" };

pub struct Server {
    listener: TcpListener,
    door: Door,
}

impl Server {
    /// Listens on the port, or on the next one that is free; 0: on any.
    pub fn listen(port: u16) -> io::Result<Server> {
        let listener = listen_from(port)?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, door: Door { port, token: token()? } })
    }

    /// Without a recorder (there is none at the prompt) there are figures only.
    pub fn start(self, sources: Arc<Sources>, recorder: Option<Arc<Recorder>>) {
        let Door { port, token } = &self.door;
        let path = if recorder.is_some() { "" } else { "metrics" };
        warn(&format!("the loop is shown at http://127.0.0.1:{port}/{path}?token={token}"));
        start_thread("live-server", move || self.serve(&Arc::new(Shown { sources, recorder })));
    }

    fn serve(self, shown: &Arc<Shown>) {
        let door = Arc::new(self.door);
        let open = Arc::new(AtomicUsize::new(0));
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else {
                // No descriptors left, mostly: the program may let go of some.
                std::thread::sleep(Duration::from_millis(100));
                continue;
            };
            let _ = stream.set_write_timeout(Some(WRITE_PATIENCE));
            if open.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
                open.fetch_sub(1, Ordering::Relaxed);
                let _ = refuse(&stream, TOO_MANY);
                continue;
            }
            let (door, shown, counted) = (door.clone(), shown.clone(), Counted(open.clone()));
            // Without a thread the connection closes, which is answer enough.
            let _ = std::thread::Builder::new().name("live-client".to_owned()).spawn(move || {
                let _counted = counted;
                let _client_is_gone = answer(stream, &door, &shown).is_err();
            });
        }
    }
}

/// What there is to see.
struct Shown {
    sources: Arc<Sources>,
    recorder: Option<Arc<Recorder>>,
}

/// Counts a connection for as long as it lives.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn listen_from(port: u16) -> io::Result<TcpListener> {
    let mut refused = None;
    for port in port..=port.saturating_add(if port == 0 { 0 } else { PORTS_TRIED }) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => refused = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(refused.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}

/// The user's own, if it is long enough and needs no escaping; else 128 bits that nobody guesses.
fn token() -> io::Result<String> {
    if let Ok(token) = std::env::var(TOKEN_VARIABLE) {
        let is_plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if is_plain && token.len() >= SHORTEST_TOKEN {
            return Ok(token);
        }
        warn(&format!(
            "{TOKEN_VARIABLE} is not used: it needs {SHORTEST_TOKEN} letters, digits, - or _, and no others"
        ));
    }
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn answer(mut stream: TcpStream, door: &Door, shown: &Shown) -> io::Result<()> {
    let Some(head) = read_head(&mut stream) else { return Ok(()) };
    match head.and_then(|head| door.judge(&head)) {
        Err(refusal) => refuse(&stream, refusal),
        Ok(Request { path }) => match (path.as_str(), &shown.recorder) {
            ("/metrics", _) => {
                let text = prometheus::text(&figures::all(&shown.sources, figures::Asking::Allowed));
                send(&stream, "200 OK", prometheus::CONTENT_TYPE, &text)
            }
            ("/", Some(_)) => send(&stream, "200 OK", PAGE_TYPE, &live_page()),
            ("/events", Some(recorder)) => events::follow(&stream, recorder),
            _ => refuse(&stream, NOT_FOUND),
        },
    }
}

fn refuse(stream: &TcpStream, refusal: Refusal) -> io::Result<()> {
    let status = match refusal {
        NOT_GET => "405 Method Not Allowed\r\nAllow: GET",
        Refusal { status, .. } => status,
    };
    send(stream, status, "text/plain; charset=utf-8", &format!("{}\n", refusal.why))
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
    take_the_rest(stream)
}

/// A connection closed with something unread in it is reset, and the client may lose the answer: what is still coming is
/// taken, as long as that is little.
fn take_the_rest(mut stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(REST_PATIENCE))?;
    let mut bytes = [0; 1024];
    for _ in 0..64 {
        if stream.read(&mut bytes)? == 0 {
            break;
        }
    }
    Ok(())
}
