//! What a program must print and how it must end.

use super::{Ended, difference, recorded};
use std::fmt::Write as _;
use std::path::Path;

pub struct Expected {
    pub out: String,
    pub err: String,
    pub code: i32,
}

impl Expected {
    /// What is recorded beside a program: its `.out`, its `.err` and its `.code`. Without the latter two it prints nothing on standard
    /// error and ends with 0.
    pub fn beside(program: &Path) -> Result<Expected, String> {
        let code = recorded(program, "code").unwrap_or_default();
        Ok(Expected {
            out: recorded(program, "out")?,
            err: recorded(program, "err").unwrap_or_default(),
            code: code.trim().parse().unwrap_or(0),
        })
    }

    /// Everything that differs. What cannot be the same on two runtimes was taken out before (`comparable.rs`).
    pub fn compare(&self, ended: &Ended) -> Result<(), String> {
        let mut complaint = String::new();
        if ended.code() != self.code {
            writeln!(complaint, "  {}, not {}", ended.status, self.code).unwrap();
        }
        for (stream, expected, text) in [("output", &self.out, &ended.out), ("error", &self.err, &ended.err)] {
            if expected != text {
                write!(complaint, "  standard {stream}:\n{}", difference(expected, text)).unwrap();
            }
        }
        if complaint.is_empty() { Ok(()) } else { Err(complaint) }
    }
}
