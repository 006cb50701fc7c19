//! Serialization of a map for the disk cache.

use super::{Mapping, Source, SourceMap};
use crate::cache::{Reader, Writer};

impl SourceMap {
    pub(crate) fn write(&self, out: &mut Writer) {
        out.list(&self.sources, |out, source| {
            out.text(&source.url);
            out.flag(source.content.is_some());
            out.text(source.content.as_deref().unwrap_or_default());
        });
        out.list(&self.names, |out, name| out.text(name));
        out.list(&self.mappings, |out, mapping| {
            let Mapping { line, column, source, original_line, original_column, name } = *mapping;
            for number in [line, column, source, original_line, original_column, name] {
                out.number(number as usize);
            }
        });
    }

    pub(crate) fn read(from: &mut Reader) -> Option<SourceMap> {
        let sources = from.list(|from| {
            let (url, has_content, content) = (from.text()?, from.flag()?, from.text()?);
            Some(Source { url, content: has_content.then_some(content) })
        })?;
        let names = from.list(Reader::text)?;
        let mappings = from.list(|from| {
            let mut number = || from.number().map(|number| number as u32);
            let (line, column, source) = (number()?, number()?, number()?);
            Some(Mapping {
                line,
                column,
                source,
                original_line: number()?,
                original_column: number()?,
                name: number()?,
            })
        })?;
        Some(SourceMap { mappings, sources, names })
    }
}
