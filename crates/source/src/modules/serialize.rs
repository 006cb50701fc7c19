//! Serialization of a linked module for the disk cache: the head has every field but the code, in order; numbers take four
//! bytes, strings and lists are prefixed with their length.

use super::{Import, Imported, IndirectExport, Linked, LocalExport, Phase, Position, Prologue, Request};
use crate::cache::{Cacheable, Reader, Writer};
use crate::edits::{ColumnMap, Transformed};

impl Cacheable for Linked {
    fn head(&self) -> Option<Vec<u8>> {
        let mut out = Writer(Vec::with_capacity(1024));
        out.bytes(&self.body.columns.to_bytes());
        out.list(&self.requests, |out, request| {
            out.text(&request.specifier);
            out.list(&request.attributes, |out, (key, value)| {
                out.text(key);
                out.text(value);
            });
            out.flag(request.phase == Phase::Source);
            out.position(request.position);
        });
        out.list(&self.imports, |out, import| {
            out.number(import.request);
            out.imported(&import.imported);
            out.text(&import.local);
            out.position(import.position);
        });
        out.list(&self.local_exports, |out, export| {
            out.text(&export.exported);
            out.text(&export.read);
            out.flag(export.constant);
        });
        out.list(&self.indirect_exports, |out, export| {
            out.text(&export.exported);
            out.number(export.request);
            out.imported(&export.imported);
            out.position(export.position);
        });
        out.list(&self.star_exports, |out, request| out.number(*request));
        out.list(&self.namespaces, |out, request| out.number(*request));
        for flag in self.flags() {
            out.flag(flag);
        }
        Some(out.0)
    }

    fn text(&self) -> &str {
        &self.body.code
    }

    fn from_parts(head: &[u8], code: String) -> Option<Linked> {
        let mut from = Reader(head);
        let body = Transformed { code, columns: ColumnMap::from_bytes(from.bytes()?)? };
        let requests = from.list(|from| {
            Some(Request {
                specifier: from.text()?,
                attributes: from.list(|from| Some((from.text()?, from.text()?)))?,
                phase: if from.flag()? { Phase::Source } else { Phase::Evaluation },
                position: from.position()?,
            })
        })?;
        let imports = from.list(|from| {
            let (request, imported) = (from.number()?, from.imported()?);
            Some(Import { request, imported, local: from.text()?, position: from.position()? })
        })?;
        let local_exports =
            from.list(|from| Some(LocalExport { exported: from.text()?, read: from.text()?, constant: from.flag()? }))?;
        let indirect_exports = from.list(|from| {
            let (exported, request, imported) = (from.text()?, from.number()?, from.imported()?);
            Some(IndirectExport { exported, request, imported, position: from.position()? })
        })?;
        let star_exports = from.list(Reader::number)?;
        let namespaces = from.list(Reader::number)?;
        let mut flag = || from.flag();
        let (top_level_await, dynamic_import, import_meta) = (flag()?, flag()?, flag()?);
        let prologue = Prologue { hoisted_default: flag()?, constant: flag()?, loops: flag()? };
        from.0.is_empty().then_some(Linked {
            body,
            requests,
            imports,
            local_exports,
            indirect_exports,
            star_exports,
            namespaces,
            top_level_await,
            dynamic_import,
            import_meta,
            prologue,
        })
    }
}

impl Linked {
    fn flags(&self) -> [bool; 6] {
        let Prologue { hoisted_default, constant, loops } = self.prologue;
        [self.top_level_await, self.dynamic_import, self.import_meta, hoisted_default, constant, loops]
    }
}

impl Writer {
    fn position(&mut self, position: Position) {
        for number in [position.line, position.column, position.length] {
            self.number(number as usize);
        }
    }

    fn imported(&mut self, imported: &Imported) {
        match imported {
            Imported::Namespace => self.0.push(0),
            Imported::Source => self.0.push(1),
            Imported::Named(name) => {
                self.0.push(2);
                self.text(name);
            }
        }
    }
}

impl Reader<'_> {
    fn position(&mut self) -> Option<Position> {
        let (line, column) = (self.number()? as u32, self.number()? as u32);
        Some(Position { line, column, length: self.number()? as u32 })
    }

    fn imported(&mut self) -> Option<Imported> {
        match self.take(1)? {
            [0] => Some(Imported::Namespace),
            [1] => Some(Imported::Source),
            [2] => self.text().map(Imported::Named),
            _ => None,
        }
    }
}
