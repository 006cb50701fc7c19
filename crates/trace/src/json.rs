//! Serialization of a trace as JSON.

use crate::check::check;
use crate::model::{FORMAT, Trace, VERSION};
use std::fmt;
use std::io::{self, Write};

/// Why a JSON text is no valid trace.
#[derive(Debug)]
pub struct InvalidTrace(String);

impl fmt::Display for InvalidTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidTrace {}

impl Trace {
    pub fn to_json(&self) -> String {
        // Only maps with keys that are not strings can fail, and there are none.
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(out, self).map_err(io::Error::from)
    }

    /// Reads what [`to_json`](Self::to_json) wrote. Columns of different lengths and indices out of range are rejected, so that no
    /// other code has to check.
    pub fn from_json(text: &str) -> Result<Trace, InvalidTrace> {
        let trace: Trace = serde_json::from_str(text).map_err(|error| InvalidTrace(error.to_string()))?;
        if trace.format != FORMAT {
            return Err(InvalidTrace(format!("this is not a trace: its format is {:?}", trace.format)));
        }
        if trace.version != VERSION {
            return Err(InvalidTrace(format!(
                "this trace has version {}, and this Hexloop reads version {VERSION}",
                trace.version
            )));
        }
        match check(&trace).first() {
            Some(violation) => Err(InvalidTrace(format!("this trace is damaged: {violation}"))),
            None => Ok(trace),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::TaskRow;

    #[test]
    fn another_format_or_version_is_rejected_with_a_message() {
        let refused = |text: &str| Trace::from_json(text).unwrap_err().to_string();
        assert!(refused(r#"{"format":"other","version":1}"#).contains("not a trace"));
        assert!(refused(r#"{"format":"hexloop-trace","version":9}"#).contains("version 9"));
        assert!(refused("[").contains("EOF"));
    }

    #[test]
    fn a_trace_without_some_tables_reads_as_empty_ones() {
        let trace = Trace::from_json(r#"{"format":"hexloop-trace","version":1}"#).unwrap();
        assert!(trace.tasks.is_empty());
    }

    #[test]
    fn columns_of_different_lengths_are_refused() {
        let mut trace = Trace::default();
        trace.tasks.push(TaskRow { id: 1, ..TaskRow::default() });
        trace.tasks.label.push(-1);
        assert!(Trace::from_json(&trace.to_json()).unwrap_err().to_string().contains("tasks"));
    }

    #[test]
    fn names_are_those_of_the_documentation() {
        let text = Trace::default().to_json();
        for name in ["phaseSpans", "startedAt", "exitCode", "coarseNs", "endedBy"] {
            assert!(text.contains(&format!("\"{name}\":")), "{name} is missing");
        }
    }
}
