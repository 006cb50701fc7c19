//! The output formats of a trace.

use crate::model::Trace;
use std::io::{self, Write};
use std::path::Path;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A self-contained page.
    #[default]
    Html,
    /// docs/trace.md.
    Json,
    /// Chrome's trace events.
    Perfetto,
    /// For terminals.
    Text,
}

impl Format {
    pub const NAMES: [&str; 4] = ["html", "json", "perfetto", "text"];

    pub fn from_name(name: &str) -> Option<Format> {
        Some(match name {
            "html" => Format::Html,
            "json" => Format::Json,
            "perfetto" => Format::Perfetto,
            "text" => Format::Text,
            _ => return None,
        })
    }

    /// The format of a file extension.
    pub fn of_path(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_str()?;
        Some(match name.rsplit_once('.')?.1 {
            "html" | "htm" => Format::Html,
            "json" if name.ends_with(".perfetto.json") => Format::Perfetto,
            "json" => Format::Json,
            "txt" | "text" | "log" => Format::Text,
            _ => return None,
        })
    }

    /// The default file name.
    pub fn default_name(self) -> &'static str {
        match self {
            Format::Html => "hexloop-trace.html",
            Format::Json => "hexloop-trace.json",
            Format::Perfetto => "hexloop-trace.perfetto.json",
            Format::Text => "hexloop-trace.txt",
        }
    }

    /// How to open such a file.
    pub fn how_to_open(self) -> &'static str {
        match self {
            Format::Html => "open it in a browser",
            Format::Json => "its format is described in docs/trace.md",
            Format::Perfetto => "open it in ui.perfetto.dev or chrome://tracing",
            Format::Text => "it is plain text",
        }
    }

    pub fn write(self, trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Html => trace.write_html(out),
            Format::Json => trace.write_json(out),
            Format::Perfetto => trace.write_perfetto(out),
            Format::Text => trace.write_text(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_determines_the_format() {
        let format = |name: &str| Format::of_path(Path::new(name));
        assert_eq!(format("/tmp/a.html"), Some(Format::Html));
        assert_eq!(format("a.perfetto.json"), Some(Format::Perfetto));
        assert_eq!(format("a.json"), Some(Format::Json));
        assert_eq!(format("a.txt"), Some(Format::Text));
        assert_eq!(format("a.bin"), None);
        for name in Format::NAMES {
            let known = Format::from_name(name).unwrap();
            assert_eq!(format(known.default_name()), Some(known));
        }
    }
}
