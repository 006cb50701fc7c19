//! What TypeScript projects expect beyond Node: `./a.js` that is `a.ts`, `./a` without extension, tsconfig's `paths`.
//!
//! All of it applies only where the *importer* is TypeScript or JSX. A JavaScript file that imports `./a.js` where only
//! `a.ts` is there fails in Node, and some programs count on that (they try `config.js`, then load `config.ts` by their own
//! means): for it the error names `./a.ts` as a hint. And it applies only where Node finds nothing: a file that is there wins.

use super::Resolver;
use super::file_url::Location;
use super::files::{Files, Kind};
use std::path::Path;

const EXTENSIONS: [&str; 5] = [".ts", ".tsx", ".mts", ".cts", ".jsx"];

/// Tried behind a name without extension, in TypeScript's order, then JavaScript's.
const PROBED_EXTENSIONS: [&str; 6] = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx"];
const PROBED_INDEXES: [&str; 4] = ["/index.ts", "/index.tsx", "/index.js", "/index.jsx"];

/// What the compiler would write, and what it would have read.
const OUTPUT_TO_SOURCE: [(&str, &[&str]); 4] =
    [(".js", &[".ts", ".tsx"]), (".mjs", &[".mts"]), (".cjs", &[".cts"]), (".jsx", &[".tsx"])];

pub fn is_typescript(path: &str) -> bool {
    EXTENSIONS.iter().any(|extension| path.ends_with(extension))
}

/// The file that a TypeScript importer means by a path that is no file.
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
    /// The file that tsconfig's `paths` or `baseUrl` give a bare specifier, for a TypeScript importer. A tsconfig that
    /// cannot be read has already stopped the importer itself from loading: here it only has no aliases.
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
