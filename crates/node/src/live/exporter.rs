//! OpenTelemetry: exports metrics to a collector over OTLP/HTTP, from a thread of its own, configured by the standard
//! environment variables (listed in docs/live.md).
//!
//! No failure here affects the program: the first one prints a warning, the next export tries again.

use super::metrics::{self, QueryMode};
use super::otlp::{self, Span};
use super::{MetricSources, start_thread, warn};
use serde_json::Value;
use std::io::{self, Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// How long the exit of the process may be delayed by the last export.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Defaults of the specification.
const INTERVAL_MS: u64 = 60_000;
const TIMEOUT_MS: u64 = 10_000;

/// The maximum of a response that is read: only its status line matters.
const MAX_RESPONSE: u64 = 64 * 1024;

/// Where to export to, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    host: String,
    port: u16,
    path: String,
    headers: Vec<(String, String)>,
    attributes: Vec<(String, String)>,
    interval: Duration,
    timeout: Duration,
}

impl Target {
    /// None unless the environment sets an endpoint.
    pub fn from_environment() -> Option<Target> {
        // A quick check: most environments have neither.
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if !is_set(ENDPOINT) && !is_set(METRICS_ENDPOINT) {
            return None;
        }
        let read = |name: &str| std::env::var(name).ok().map(|text| text.trim().to_owned());
        Target::from_variables(|name| read(name).filter(|text| !text.is_empty())).unwrap_or_else(|message| {
            warn(&message);
            None
        })
    }

    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Target>, String> {
        let of_metrics = |name: &str| {
            variable(&format!("OTEL_EXPORTER_OTLP_METRICS_{name}"))
                .or_else(|| variable(&format!("OTEL_EXPORTER_OTLP_{name}")))
        };
        let is_disabled = variable("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        let exporters = variable("OTEL_METRICS_EXPORTER");
        if is_disabled || exporters.is_some_and(|list| list.split(',').all(|each| each.trim() != "otlp")) {
            return Ok(None);
        }
        if let Some(protocol) = of_metrics("PROTOCOL").filter(|protocol| protocol == "grpc") {
            return Err(format!("OpenTelemetry: hexloop exports OTLP over HTTP, not {protocol}; nothing is exported"));
        }
        // The path is appended to the general endpoint; the one for metrics is used as it is.
        let (name, endpoint) = match (variable(METRICS_ENDPOINT), variable(ENDPOINT)) {
            (Some(whole), _) => (METRICS_ENDPOINT, whole),
            (None, Some(base)) => (ENDPOINT, format!("{}/v1/metrics", base.trim_end_matches('/'))),
            (None, None) => return Ok(None),
        };
        let invalid = |why: &str| format!("OpenTelemetry: {name}: {why}; nothing is exported");
        let url = url::Url::parse(&endpoint).map_err(|error| invalid(&format!("{endpoint} is not a URL ({error})")))?;
        match url.scheme() {
            "http" => {}
            "https" => return Err(invalid("hexloop exports without TLS, to http:// endpoints only")),
            other => return Err(invalid(&format!("{other}:// is not http://"))),
        }
        let host = url.host_str().ok_or_else(|| invalid("it has no host"))?;
        let path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        let milliseconds = |text: Option<String>, default| {
            Duration::from_millis(text.and_then(|text| text.parse().ok()).filter(|ms| *ms > 0).unwrap_or(default))
        };
        let mut attributes = pairs(&variable("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default());
        if let Some(service) = variable("OTEL_SERVICE_NAME") {
            attributes.retain(|(key, _)| key != "service.name");
            attributes.push(("service.name".to_owned(), service));
        }
        let is_sendable = |text: &str| text.bytes().all(|byte| byte >= b' ' && byte != 0x7f);
        let mut headers = pairs(&of_metrics("HEADERS").unwrap_or_default());
        headers.retain(|(name, value)| is_sendable(name) && is_sendable(value) && !name.contains([' ', ':']));
        Ok(Some(Target {
            host: host.trim_matches(['[', ']']).to_owned(),
            port: url.port_or_known_default().unwrap_or(80),
            path,
            headers,
            attributes,
            interval: milliseconds(variable("OTEL_METRIC_EXPORT_INTERVAL"), INTERVAL_MS),
            timeout: milliseconds(of_metrics("TIMEOUT"), TIMEOUT_MS),
        }))
    }

    fn send(&self, body: &str, timeout: Duration) -> io::Result<()> {
        let mut stream = self.connect(timeout)?;
        stream.set_write_timeout(Some(timeout))?;
        stream.set_read_timeout(Some(timeout))?;
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let mut request = format!(
            "POST {} HTTP/1.1\r\nHost: {host}:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             User-Agent: hexloop/{}\r\nConnection: close\r\n",
            self.path,
            self.port,
            body.len(),
            env!("CARGO_PKG_VERSION")
        );
        for (name, value) in &self.headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str("\r\n");
        stream.write_all(request.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        let mut response = Vec::new();
        // An incomplete response counts if it has a status line.
        let ended = stream.take(MAX_RESPONSE).read_to_end(&mut response);
        match status_of(&response) {
            Some(200..=299) => Ok(()),
            Some(status) => Err(io::Error::other(format!("it answered with status {status}"))),
            None => Err(ended.err().unwrap_or_else(|| io::Error::other("the response is not HTTP"))),
        }
    }

    fn connect(&self, timeout: Duration) -> io::Result<TcpStream> {
        let mut last_error = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
        for address in (self.host.as_str(), self.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, timeout) {
                Ok(stream) => return Ok(stream),
                Err(error) => last_error = error,
            }
        }
        Err(last_error)
    }
}

const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
const METRICS_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT";

/// `key=value,key=value`; values may be percent-encoded. Anything else is ignored.
fn pairs(text: &str) -> Vec<(String, String)> {
    let read = |pair: &str| {
        let (key, value) = pair.split_once('=')?;
        let key = key.trim();
        (!key.is_empty()).then(|| (key.to_owned(), unescaped(value.trim())))
    };
    text.split(',').filter_map(read).collect()
}

fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).filter(|_| *first == b'%').and_then(|two| std::str::from_utf8(two).ok());
        match code.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The 200 of `HTTP/1.1 200 OK`.
fn status_of(response: &[u8]) -> Option<u16> {
    let first = response.split(|byte| *byte == b'\r').next()?;
    let text = std::str::from_utf8(first).ok()?.strip_prefix("HTTP/1.")?;
    text.split(' ').nth(1)?.parse().ok()
}

/// Synchronizes the exporter's thread with the exit of the process.
#[derive(Default)]
struct Shutdown {
    state: Mutex<Stage>,
    changed: Condvar,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Running,
    /// The process exits: one last export.
    Requested,
    Done,
}

impl Shutdown {
    fn lock(&self) -> MutexGuard<'_, Stage> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, stage: Stage) {
        *self.lock() = stage;
        self.changed.notify_all();
    }

    /// Waits until the stage is reached; false on timeout.
    fn wait_for(&self, stage: Stage, at_most: Duration) -> bool {
        let guard = self.lock();
        let waited = self.changed.wait_timeout_while(guard, at_most, |now| *now != stage);
        *waited.unwrap_or_else(PoisonError::into_inner).0 == stage
    }
}

pub struct Exporter {
    shutdown: Arc<Shutdown>,
    sources: Arc<MetricSources>,
}

impl Exporter {
    pub fn start(target: Target, sources: Arc<MetricSources>) -> Exporter {
        let shutdown = Arc::new(Shutdown::default());
        let (shutdown_signal, read) = (shutdown.clone(), sources.clone());
        start_thread("live-exporter", move || run(&target, &read, &shutdown_signal));
        Exporter { shutdown, sources }
    }

    /// On the thread that exits the process.
    pub fn finish(&self) {
        self.sources.loop_stats.update_heap();
        self.shutdown.set(Stage::Requested);
        self.shutdown.wait_for(Stage::Done, EXIT_TIMEOUT);
    }
}

fn run(target: &Target, sources: &MetricSources, shutdown: &Shutdown) {
    let resource = otlp::resource(&target.attributes);
    let mut has_warned = false;
    let mut next = Instant::now() + target.interval;
    loop {
        let is_last = shutdown.wait_for(Stage::Requested, next.saturating_duration_since(Instant::now()));
        next = Instant::now() + target.interval;
        let timeout = if is_last { EXIT_TIMEOUT } else { target.timeout };
        let mode = if is_last { QueryMode::Cached } else { QueryMode::Query };
        if let Err(error) = export(target, sources, &resource, mode, timeout)
            && !std::mem::replace(&mut has_warned, true)
        {
            let Target { host, port, .. } = target;
            warn(&format!("OpenTelemetry: metrics cannot be sent to {host}:{port}: {error}"));
        }
        if is_last {
            return shutdown.set(Stage::Done);
        }
    }
}

fn export(
    target: &Target,
    sources: &MetricSources,
    resource: &Value,
    mode: QueryMode,
    timeout: Duration,
) -> io::Result<()> {
    let metrics = metrics::all(sources, mode);
    let span = Span { began: sources.began_at, now: SystemTime::now() };
    target.send(&otlp::request(resource, &metrics, span).to_string(), timeout)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(variables: &[(&str, &str)]) -> Result<Option<Target>, String> {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
        Target::from_variables(|name| find(name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_general_endpoint_gets_the_path_of_metrics_and_the_special_one_is_taken_as_it_is() {
        let general = target(&[(ENDPOINT, "http://collector:4318/otlp/")]).unwrap().unwrap();
        assert_eq!(
            (general.host.as_str(), general.port, general.path.as_str()),
            ("collector", 4318, "/otlp/v1/metrics")
        );
        let special = target(&[(ENDPOINT, "http://a:1"), (METRICS_ENDPOINT, "http://[::1]/x?y=1")]).unwrap().unwrap();
        assert_eq!((special.host.as_str(), special.port, special.path.as_str()), ("::1", 80, "/x?y=1"));
    }

    #[test]
    fn unsupported_endpoints_are_rejected_with_a_message() {
        assert!(target(&[(ENDPOINT, "https://a")]).unwrap_err().contains("without TLS"));
        assert!(target(&[(ENDPOINT, "ftp://a")]).unwrap_err().contains("ftp://"));
        assert!(target(&[(ENDPOINT, "a b")]).unwrap_err().contains("not a URL"));
        let grpc = [(ENDPOINT, "http://a"), ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")];
        assert!(target(&grpc).unwrap_err().contains("not grpc"));
    }

    #[test]
    fn the_sdk_or_the_export_of_metrics_can_be_switched_off() {
        for off in [("OTEL_SDK_DISABLED", "TRUE"), ("OTEL_METRICS_EXPORTER", "none")] {
            assert_eq!(target(&[(ENDPOINT, "http://a"), off]), Ok(None));
        }
        assert!(target(&[(ENDPOINT, "http://a"), ("OTEL_METRICS_EXPORTER", "console,otlp")]).unwrap().is_some());
    }

    #[test]
    fn names_headers_and_times_come_from_their_variables() {
        let target = target(&[
            (ENDPOINT, "http://a"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20b, x = y ,broken,bad=1%0d%0a2"),
            ("OTEL_RESOURCE_ATTRIBUTES", "service.name=old,deployment.environment=test"),
            ("OTEL_SERVICE_NAME", "shop"),
            ("OTEL_METRIC_EXPORT_INTERVAL", "500"),
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "soon"),
        ]);
        let target = target.unwrap().unwrap();
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(target.headers, [pair("api-key", "a b"), pair("x", "y")]);
        assert_eq!(target.attributes, [pair("deployment.environment", "test"), pair("service.name", "shop")]);
        assert_eq!((target.interval, target.timeout), (Duration::from_millis(500), Duration::from_secs(10)));
    }
}
