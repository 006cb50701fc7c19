//! Resolution for TypeScript projects beyond Node: `./a.js` for `a.ts`, `./a` without extension, `paths` of tsconfig.json.
//!
//! This applies only if the *importer* is TypeScript or JSX. A JavaScript file that imports `./a.js` where only `a.ts` exists fails
//! in Node, and some programs rely on that (they try `config.js`, then load `config.ts` themselves): there the error has `./a.ts`
//! as a hint. And it applies only if Node finds nothing: an existing file wins.

use super::Resolver;
use super::file_url::Location;
use super::files::{Files, Kind};
use std::path::Path;

const EXTENSIONS: [&str; 5] = [".ts", ".tsx", ".mts", ".cts", ".jsx"];

/// Appended to a name without extension, in TypeScript's order, then JavaScript's.
const PROBED_EXTENSIONS: [&str; 6] = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx"];
const PROBED_INDEXES: [&str; 4] = ["/index.ts", "/index.tsx", "/index.js", "/index.jsx"];

/// The extensions of the compiler's output, and those of its input.
const OUTPUT_TO_SOURCE: [(&str, &[&str]); 4] =
    [(".js", &[".ts", ".tsx"]), (".mjs", &[".mts"]), (".cjs", &[".cts"]), (".jsx", &[".tsx"])];

pub fn is_typescript(path: &str) -> bool {
    EXTENSIONS.iter().any(|extension| path.ends_with(extension))
}

/// The file that a path, which is no file, resolves to for a TypeScript importer.
pub fn instead_of(files: &Files, path: &str, kind: Kind, base: &Location) -> Option<String> {
    let Location::File(importer) = base else { return None };
    if !is_typescript(&importer.pathname) {
        return None;
    }
    let path = path.strip_suffix('/').unwrap_or(path);
    sources_of(path).chain(probes(path, kind)).find(|candidate| files.kind(candidate) == Kind::File)
}

/// `a.js` → `a.ts`, `a.tsx`.
pub fn sources_of(path: &str) -> impl Iterator<Item = String> {
    let written =
        OUTPUT_TO_SOURCE.iter().find_map(|(end, sources)| path.strip_suffix(end).map(|stem| (stem, *sources)));
    let (stem, sources) = written.unwrap_or(("", &[]));
    sources.iter().map(move |source| [stem, source].concat())
}

/// `a` → `a.ts` … and, if it is a folder, `a/index.ts` …
fn probes(path: &str, kind: Kind) -> impl Iterator<Item = String> {
    let indexes: &[&str] = if kind == Kind::Folder { &PROBED_INDEXES } else { &[] };
    PROBED_EXTENSIONS.iter().chain(indexes).map(move |end| [path, end].concat())
}

impl Resolver {
    /// The file that `paths` or `baseUrl` of tsconfig.json map a bare specifier to, for a TypeScript importer. With an invalid
    /// tsconfig.json the importer itself could not be loaded, so errors are ignored here.
    pub(super) fn typescript_alias(&self, specifier: &str, importer: &str) -> Option<String> {
        if !is_typescript(importer) {
            return None;
        }
        let config = self.tsconfigs.borrow_mut().of(Path::new(importer)).ok()??;
        let is_file = |path: &String| self.files.kind(path) == Kind::File;
        config.candidates(specifier).iter().filter_map(|path| path.to_str()).find_map(|path| {
            match self.files.kind(path) {
                Kind::File => Some(path.to_owned()),
                kind => sources_of(path).chain(probes(path, kind)).find(is_file),
            }
        })
    }
}
