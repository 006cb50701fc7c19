//! [`strip`] with cached results.

use super::{StripOptions, Stripped, TypeScriptError, strip};
use crate::cache::{Cacheable, Reader, Writer, cached};
use crate::edits::ColumnMap;
use crate::source_map::SourceMap;

impl Cacheable for Stripped {
    fn head(&self) -> Option<Vec<u8>> {
        let mut out = Writer(Vec::new());
        out.list(&self.columns, |out, columns| out.bytes(&columns.to_bytes()));
        out.flag(self.map.is_some());
        if let Some(map) = &self.map {
            map.write(&mut out);
        }
        self.blanked.is_none().then_some(out.0)
    }

    fn text(&self) -> &str {
        &self.code
    }

    fn from_parts(head: &[u8], code: String) -> Option<Stripped> {
        let mut from = Reader(head);
        let columns = from.list(|from| ColumnMap::from_bytes(from.bytes()?))?;
        let map = if from.flag()? { Some(SourceMap::read(&mut from)?) } else { None };
        from.0.is_empty().then_some(Stripped { code, columns, map, blanked: None })
    }
}

/// Like [`strip`]; a source that was stripped before, at this path and with these options, is not parsed again.
pub fn strip_cached(source: &str, options: &StripOptions) -> Result<Stripped, TypeScriptError> {
    let StripOptions { path, language, goal, compiler, strip_only } = options;
    let wishes = || format!("{path} {language:?} {goal:?} {strip_only} {compiler:?}");
    cached(source, "strip", wishes, || strip(source, options))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompilerOptions, Language};

    #[test]
    fn a_cached_result_equals_the_original() {
        let compiler = CompilerOptions::default();
        for text in [
            "const a: number = 1 as any;",
            "enum E { A, B = 'x'.length }\nexport const e: E = E.A;",
            "namespace N { export const a: number = 1 }\nclass C { constructor(private readonly x: N.T) {} }",
        ] {
            let options = StripOptions {
                path: "/tmp/a b/c.ts",
                language: Language::TypeScript,
                goal: None,
                compiler: &compiler,
                strip_only: false,
            };
            let stripped = strip(text, &options).unwrap();
            let head = stripped.head().unwrap();
            assert_eq!(Stripped::from_parts(&head, stripped.code.clone()), Some(stripped));
        }
    }
}
