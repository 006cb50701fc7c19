//! The formats that a trace is written in.

use crate::model::Trace;
use std::io::{self, Write};
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Json,
    Text,
}

impl Format {
    pub const NAMES: [&str; 2] = ["json", "text"];

    /// Where nothing tells another.
    pub const DEFAULT: Format = Format::Json;

    pub fn from_name(name: &str) -> Option<Format> {
        Some(match name {
            "json" => Format::Json,
            "text" => Format::Text,
            _ => return None,
        })
    }

    /// What a file's name asks for.
    pub fn of_path(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_str()?;
        Some(match name.rsplit_once('.')?.1 {
            "json" => Format::Json,
            "txt" | "text" | "log" => Format::Text,
            _ => return None,
        })
    }

    /// The file's name where none is given.
    pub fn default_name(self) -> &'static str {
        match self {
            Format::Json => "hexloop-trace.json",
            Format::Text => "hexloop-trace.txt",
        }
    }

    /// What to do with such a file.
    pub fn how_to_open(self) -> &'static str {
        match self {
            Format::Json => "its format is described in docs/trace.md",
            Format::Text => "it is plain text",
        }
    }

    pub fn write(self, trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Json => trace.write_json(out),
            Format::Text => trace.write_text(out),
        }
    }
}
