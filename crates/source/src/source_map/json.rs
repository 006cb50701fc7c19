//! Revision 3 of the format: read with sections, written without.

use oxc_sourcemap::Token;
use serde_json::{Map, Value, json};

use super::find::absolute;
use super::{Mapping, NO_INDEX, Source, SourceMap, vlq};

impl SourceMap {
    /// Reads a map whose relative sources are relative to the URL `base`. `None` if it is broken.
    pub fn parse(text: &str, base: &str) -> Option<SourceMap> {
        // A prefix that servers add against cross-site script inclusion.
        let text = text.strip_prefix(")]}'").map_or(text, |rest| rest.split_once('\n').map_or("", |(_, rest)| rest));
        let Value::Object(root) = serde_json::from_str(text).ok()? else { return None };
        let mut map = SourceMap::default();
        match root.get("sections") {
            Some(Value::Array(sections)) => {
                for section in sections {
                    let offset = section.get("offset")?;
                    let number = |name: &str| offset.get(name)?.as_u64()?.try_into().ok();
                    let start = (number("line")?, number("column")?);
                    map.add(section.get("map")?.as_object()?, base, start)?;
                }
            }
            _ => map.add(&root, base, (0, 0))?,
        }
        Some(map.sorted())
    }

    /// Adds one section that begins at `start`.
    fn add(&mut self, section: &Map<String, Value>, base: &str, start: (u32, u32)) -> Option<()> {
        let (first_source, first_name) = (self.sources.len() as i64, self.names.len() as i64);
        let root = section.get("sourceRoot").and_then(Value::as_str).unwrap_or("");
        let contents = section.get("sourcesContent").and_then(Value::as_array);
        for (index, source) in section.get("sources")?.as_array()?.iter().enumerate() {
            let url = absolute(&format!("{root}{}", source.as_str().unwrap_or("")), base);
            let content = contents.and_then(|contents| contents.get(index)).and_then(Value::as_str);
            self.sources.push(Source { url, content: content.map(str::to_owned) });
        }
        let names = section.get("names").and_then(Value::as_array);
        self.names.extend(names.into_iter().flatten().map(|name| name.as_str().unwrap_or("").to_owned()));
        let mut state = State { source: first_source, name: first_name, ..State::default() };
        let lines = section.get("mappings")?.as_str()?.split(';');
        for (line, text) in (start.0..).zip(lines) {
            state.column = if line == start.0 { i64::from(start.1) } else { 0 };
            for segment in text.split(',').filter(|segment| !segment.is_empty()) {
                let mapping = state.segment(segment, line)?;
                self.mappings.push(mapping);
            }
        }
        Some(())
    }

    /// The map as JSON, on one line.
    pub fn to_json(&self) -> String {
        let sources: Vec<&str> = self.sources().collect();
        let contents: Vec<Option<&str>> = self.sources.iter().map(|source| source.content.as_deref()).collect();
        let mut map = json!({ "version": 3, "sources": sources, "names": self.names, "mappings": self.encoded() });
        if contents.iter().any(Option::is_some) {
            map["sourcesContent"] = json!(contents);
        }
        map.to_string()
    }

    fn encoded(&self) -> String {
        let index = |index: u32| (index != NO_INDEX).then_some(index);
        let tokens = self.mappings.iter().map(|mapping| {
            let Mapping { line, column, source, original_line, original_column, name } = *mapping;
            Token::new(line, column, original_line, original_column, index(source), index(name))
        });
        oxc_sourcemap::SourceMap::new(None, vec![], None, vec![], vec![], tokens.collect(), None).to_json().mappings
    }
}

/// Every number in `mappings` is a delta to the previous one of the same field.
#[derive(Default)]
struct State {
    column: i64,
    source: i64,
    line: i64,
    original_column: i64,
    name: i64,
}

impl State {
    /// One, four or five numbers.
    fn segment(&mut self, segment: &str, line: u32) -> Option<Mapping> {
        let mut text = segment.as_bytes();
        let mut step = |total: &mut i64| {
            *total += vlq::read(&mut text)?;
            u32::try_from(*total).ok()
        };
        let column = step(&mut self.column)?;
        let mut mapping =
            Mapping { line, column, source: NO_INDEX, original_line: 0, original_column: 0, name: NO_INDEX };
        if let Some(source) = step(&mut self.source) {
            mapping.source = source;
            mapping.original_line = step(&mut self.line)?;
            mapping.original_column = step(&mut self.original_column)?;
            mapping.name = step(&mut self.name).unwrap_or(NO_INDEX);
        }
        Some(mapping)
    }
}
