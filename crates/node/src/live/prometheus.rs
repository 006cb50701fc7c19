//! Metrics in Prometheus's text format, version 0.0.4.

use super::metrics::{Kind, Metric, Values};
use std::fmt::Write as _;

pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

pub fn text(metrics: &[Metric]) -> String {
    let mut text = String::with_capacity(8 * 1024);
    for metric in metrics {
        // Writing to a String cannot fail.
        let _ = write_metric(&mut text, metric);
    }
    text
}

fn write_metric(text: &mut String, metric: &Metric) -> std::fmt::Result {
    let name = metric.name;
    let kind = match (&metric.values, metric.kind) {
        (Values::Summary(_), _) => "summary",
        (_, Kind::Counter) => "counter",
        (_, Kind::Gauge) => "gauge",
    };
    writeln!(text, "# HELP {name} {}", escaped(metric.help, false))?;
    writeln!(text, "# TYPE {name} {kind}")?;
    match &metric.values {
        Values::One(value) => writeln!(text, "{name} {value}"),
        Values::By { label, values, .. } => values
            .iter()
            .try_for_each(|(of, value)| writeln!(text, "{name}{{{label}=\"{}\"}} {value}", escaped(of, true))),
        Values::Summary(summary) => {
            for (quantile, value) in summary.pairs() {
                writeln!(text, "{name}{{quantile=\"{quantile}\"}} {value}")?;
            }
            writeln!(text, "{name}_sum {}", summary.sum)?;
            writeln!(text, "{name}_count {}", summary.count)
        }
    }
}

fn escaped(text: &str, quotes: bool) -> String {
    let text = text.replace('\\', "\\\\").replace('\n', "\\n");
    if quotes { text.replace('"', "\\\"") } else { text }
}

#[cfg(test)]
mod tests {
    use super::super::delays::Summary;
    use super::super::metrics::Unit;
    use super::*;

    fn metric(kind: Kind, values: Values) -> Metric {
        Metric { name: "a_seconds", otel: None, help: "What \\ it is.", kind, unit: Unit::Seconds, values }
    }

    #[test]
    fn every_metric_has_its_help_and_its_type() {
        assert_eq!(
            text(&[metric(Kind::Gauge, Values::One(0.25))]),
            "# HELP a_seconds What \\\\ it is.\n# TYPE a_seconds gauge\na_seconds 0.25\n"
        );
    }

    #[test]
    fn labels_are_quoted_and_escaped() {
        let values = Values::By { label: "kind", attribute: "kind", values: vec![("a\"b\\c\nd".to_owned(), 3.0)] };
        let text = text(&[metric(Kind::Counter, values)]);
        assert!(text.ends_with("# TYPE a_seconds counter\na_seconds{kind=\"a\\\"b\\\\c\\nd\"} 3\n"), "{text}");
    }

    #[test]
    fn a_summary_has_quantiles_sum_and_count() {
        let quantiles = Some([0.0, 0.001, 0.002, 0.003, 0.004, 0.005]);
        let summary = Summary { quantiles, sum: 1.5, count: 7, utilization: 0.0 };
        let text = text(&[metric(Kind::Gauge, Values::Summary(summary))]);
        assert!(text.contains("# TYPE a_seconds summary\na_seconds{quantile=\"0\"} 0\n"), "{text}");
        assert!(text.ends_with("a_seconds{quantile=\"1\"} 0.005\na_seconds_sum 1.5\na_seconds_count 7\n"), "{text}");
    }
}
