//! Metrics as an OTLP request in its JSON encoding (opentelemetry-proto, `ExportMetricsServiceRequest`).
//!
//! In that encoding 64-bit integers are strings and enumerations are numbers. Counters are cumulative (cumulative
//! temporality), so a lost export loses only its own point in time.

use super::delays::Summary;
use super::metrics::{Kind, Metric, Unit, Values};
use crate::runtime::NODE_VERSION;
use serde_json::{Value, json};
use std::time::SystemTime;

const CUMULATIVE: u8 = 2;

/// The interval that the metrics cover.
#[derive(Clone, Copy)]
pub struct Span {
    pub began: SystemTime,
    pub now: SystemTime,
}

/// The resource: the user's attributes, and ours where they are missing.
pub fn resource(given: &[(String, String)]) -> Value {
    let own = [
        ("service.name", Value::from("unknown_service:hexloop")),
        ("telemetry.sdk.name", Value::from("hexloop")),
        ("telemetry.sdk.language", Value::from("nodejs")),
        ("telemetry.sdk.version", Value::from(env!("CARGO_PKG_VERSION"))),
        ("process.runtime.name", Value::from("hexloop")),
        ("process.runtime.version", Value::from(NODE_VERSION.trim_start_matches('v'))),
        ("process.pid", Value::from(std::process::id())),
    ];
    let is_given = |key: &str| given.iter().any(|(known, _)| known == key);
    let missing = own.into_iter().filter(|(key, _)| !is_given(key));
    let attributes: Vec<Value> = given
        .iter()
        .map(|(key, value)| attribute(key, value))
        .chain(missing.map(|(key, value)| match value {
            Value::Number(number) => json!({ "key": key, "value": { "intValue": number.to_string() } }),
            text => json!({ "key": key, "value": { "stringValue": text } }),
        }))
        .collect();
    json!({ "attributes": attributes })
}

pub fn request(resource: &Value, metrics: &[Metric], span: Span) -> Value {
    let encoded: Vec<Value> = metrics.iter().flat_map(|metric| encode(metric, span)).collect();
    let scope = json!({ "name": "hexloop", "version": env!("CARGO_PKG_VERSION") });
    json!({ "resourceMetrics": [{
        "resource": resource,
        "scopeMetrics": [{ "scope": scope, "metrics": encoded }],
    }] })
}

/// Usually one; a summary is a gauge for each of its quantiles, as in the semantic conventions.
fn encode(metric: &Metric, span: Span) -> Vec<Value> {
    let Some(name) = metric.otel else { return Vec::new() };
    match &metric.values {
        Values::One(value) => vec![encode_points(name, metric, vec![point(*value, None, metric.kind, span)])],
        Values::By { attribute, values, .. } => {
            let points = values.iter().map(|(of, value)| point(*value, Some((attribute, of)), metric.kind, span));
            vec![encode_points(name, metric, points.collect())]
        }
        Values::Summary(summary) => gauges(summary)
            .map(|(part, value)| {
                encode_points(&format!("{name}.{part}"), metric, vec![point(value, None, Kind::Gauge, span)])
            })
            .collect(),
    }
}

fn gauges(summary: &Summary) -> impl Iterator<Item = (&'static str, f64)> + '_ {
    summary.pairs().filter_map(|(quantile, value)| {
        let name = match quantile {
            0.0 => "min",
            0.5 => "p50",
            0.9 => "p90",
            0.99 => "p99",
            1.0 => "max",
            _ => return None,
        };
        Some((name, value))
    })
}

fn encode_points(name: &str, metric: &Metric, points: Vec<Value>) -> Value {
    let unit = match metric.unit {
        Unit::Seconds => "s",
        Unit::Bytes => "By",
        Unit::Ratio => "1",
        Unit::Count(what) => what,
    };
    let mut encoded = json!({ "name": name, "description": metric.help, "unit": unit });
    match metric.kind {
        Kind::Gauge => encoded["gauge"] = json!({ "dataPoints": points }),
        Kind::Counter => {
            encoded["sum"] = json!({ "dataPoints": points, "aggregationTemporality": CUMULATIVE, "isMonotonic": true });
        }
    }
    encoded
}

fn point(value: f64, of: Option<(&str, &String)>, kind: Kind, span: Span) -> Value {
    let mut point = json!({ "timeUnixNano": nanoseconds(span.now), "asDouble": value });
    if kind == Kind::Counter {
        point["startTimeUnixNano"] = nanoseconds(span.began).into();
    }
    if let Some((key, value)) = of {
        point["attributes"] = json!([attribute(key, value)]);
    }
    point
}

fn attribute(key: &str, value: &str) -> Value {
    json!({ "key": key, "value": { "stringValue": value } })
}

fn nanoseconds(time: SystemTime) -> String {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos().to_string()
}
