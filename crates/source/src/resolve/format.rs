//! The module format of a file: by its extension, and for `.js`, `.ts` and names without an extension by the `type` of its package.

use super::Resolver;
use super::errors::{ResolveError, Result};
use super::file_url::{FileUrl, Location};
use super::package_json::PackageType;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatKind {
    Builtin,
    CommonJs,
    Module,
    Json,
    Wasm,
    Addon,
    /// No `type`: syntax detection decides. Also the format of a URL that is neither `file:`, `node:` nor `data:`.
    Ambiguous,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub kind: FormatKind,
    /// The source has types (`.ts`, `.mts`, `.cts`, `.tsx`).
    pub typescript: bool,
    /// The source may have JSX (`.tsx`, `.jsx`).
    pub jsx: bool,
}

impl Format {
    pub const fn plain(kind: FormatKind) -> Format {
        Format { kind, typescript: false, jsx: false }
    }

    pub fn is_module(self) -> bool {
        self == Format::plain(FormatKind::Module)
    }

    /// Node's name for it; `None` for an ambiguous one, as in Node's `resolve`.
    pub fn name(self) -> Option<&'static str> {
        match (self.kind, self.typescript) {
            (FormatKind::Builtin, _) => Some("builtin"),
            (FormatKind::CommonJs, false) => Some("commonjs"),
            (FormatKind::CommonJs, true) => Some("commonjs-typescript"),
            (FormatKind::Module, false) => Some("module"),
            (FormatKind::Module, true) => Some("module-typescript"),
            (FormatKind::Json, _) => Some("json"),
            (FormatKind::Wasm, _) => Some("wasm"),
            (FormatKind::Addon, _) => Some("addon"),
            (FormatKind::Ambiguous, _) => None,
        }
    }
}

impl Resolver {
    /// The format of a file. An unknown extension is an error, as for `import`.
    pub fn format_of(&self, path: &str) -> Result<Format> {
        self.format_of_file(&FileUrl::from_path(path))
    }

    /// The format of a URL, or why it cannot be loaded.
    pub fn format_of_url(&self, url: &str) -> Result<Format> {
        match Location::parse(url).ok_or_else(|| ResolveError::invalid_url(url, None))? {
            Location::File(file) => self.format_of_file(&file),
            Location::Other(href) => match href.split_once(':') {
                Some(("node", name)) if (self.options.builtins)(name) => Ok(Format::plain(FormatKind::Builtin)),
                Some(("node", _)) => Err(ResolveError::unknown_builtin(url)),
                Some(("data", rest)) if !rest.contains(',') => Err(ResolveError::invalid_url(&href, None)),
                Some(("data", rest)) => {
                    let kind = format_of_data(rest);
                    let mime = mime_of(rest).unwrap_or("null");
                    kind.map(Format::plain).ok_or_else(|| ResolveError::unknown_format(mime, &href))
                }
                scheme => Err(ResolveError::unsupported_scheme(scheme.map_or("", |(scheme, _)| scheme))),
            },
        }
    }

    /// The format by which `require` compiles a file; `None` if syntax detection decides. `typescript`: it decides after the types
    /// are stripped.
    pub fn format_for_require(&self, path: &str) -> Result<Option<&'static str>> {
        let file = FileUrl::from_path(path);
        if file.extension().is_empty() {
            return Ok(Format::plain(self.kind_by_type(&file)?).name());
        }
        match self.format_of_file(&file) {
            Ok(Format { kind: FormatKind::Ambiguous, typescript: true, .. }) => Ok(Some("typescript")),
            Ok(Format { kind: FormatKind::Json | FormatKind::Wasm | FormatKind::Addon, .. }) => Ok(None),
            Ok(format) => Ok(format.name()),
            Err(error) if error.code == "ERR_UNKNOWN_FILE_EXTENSION" => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The format that `resolve` reports: `None` if loading will fail.
    pub(super) fn format_hint(&self, location: &Location) -> Result<Option<Format>> {
        match location {
            Location::File(file) => match self.format_of_file(file) {
                Ok(format) => Ok(Some(format)),
                Err(error) if error.code == "ERR_UNKNOWN_FILE_EXTENSION" => Ok(None),
                Err(error) => Err(error),
            },
            Location::Other(href) if href.starts_with("node:") => Ok(Some(Format::plain(FormatKind::Builtin))),
            Location::Other(_) => Ok(Some(Format::plain(FormatKind::Ambiguous))),
        }
    }

    fn format_of_file(&self, file: &FileUrl) -> Result<Format> {
        let format = |kind, typescript, jsx| Ok(Format { kind, typescript, jsx });
        match file.extension() {
            ".js" => format(self.kind_by_type(file)?, false, false),
            ".mjs" => format(FormatKind::Module, false, false),
            ".cjs" => format(FormatKind::CommonJs, false, false),
            ".json" => format(FormatKind::Json, false, false),
            ".ts" => format(self.kind_by_type(file)?, true, false),
            ".mts" => format(FormatKind::Module, true, false),
            ".cts" => format(FormatKind::CommonJs, true, false),
            ".tsx" => format(self.kind_by_type(file)?, true, true),
            ".jsx" => format(self.kind_by_type(file)?, false, true),
            ".wasm" => format(FormatKind::Wasm, false, false),
            ".node" => format(FormatKind::Addon, false, false),
            "" => match self.kind_by_type(file)? {
                FormatKind::Module if is_wasm(&file.to_path()?) => format(FormatKind::Wasm, false, false),
                kind => format(kind, false, false),
            },
            extension => Err(ResolveError::unknown_extension(extension, &file.to_path()?)),
        }
    }

    fn kind_by_type(&self, file: &FileUrl) -> Result<FormatKind> {
        let package = self.packages.scope_of(&file.to_path()?)?;
        Ok(match package.map_or(PackageType::None, |package| package.kind) {
            PackageType::Module => FormatKind::Module,
            PackageType::CommonJs => FormatKind::CommonJs,
            PackageType::None => FormatKind::Ambiguous,
        })
    }
}

/// A file without extension in a `"type": "module"` package is WebAssembly if it has its magic bytes.
fn is_wasm(path: &str) -> bool {
    use std::io::Read;
    let mut magic = [0; 4];
    std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && magic == *b"\0asm"
}

/// `text/javascript` of `text/javascript;charset=utf-8,…`, if there is a type and a comma.
fn mime_of(rest: &str) -> Option<&str> {
    let head = rest.split_once(',')?.0;
    let mime = head.split(';').next()?;
    mime.split_once('/').filter(|(main, sub)| !main.is_empty() && !sub.is_empty()).map(|_| mime)
}

fn format_of_data(rest: &str) -> Option<FormatKind> {
    let mime = mime_of(rest)?;
    match mime {
        "application/json" => Some(FormatKind::Json),
        "application/wasm" => Some(FormatKind::Wasm),
        _ => {
            let mime = mime.trim().to_ascii_lowercase();
            matches!(mime.as_str(), "text/javascript" | "application/javascript").then_some(FormatKind::Module)
        }
    }
}

impl Resolver {
    /// `module.findPackageJSON(specifier, base)`: the package.json of a package, or of the package of a file; if there is none
    /// Node returns the path where it would be.
    pub fn find_package_json(&self, specifier: &str, base: &str) -> Result<String> {
        let parent = Location::parse(base).ok_or_else(|| ResolveError::invalid_url(base, None))?;
        if !specifier.is_empty() && !specifier.starts_with(['.', '/']) && Location::parse(specifier).is_none() {
            return self.find_package(specifier, &parent).map(|(path, _)| path);
        }
        let url = match self.import(specifier, Some(base)) {
            Ok(resolved) => resolved.url,
            Err(error) if error.code == super::errors::ERR_UNSUPPORTED_DIR_IMPORT => {
                error.fields.into_iter().find(|(name, _)| *name == "url").map_or_else(String::new, |(_, url)| url)
            }
            Err(error) => return Err(error),
        };
        let path = Location::parse(&url).ok_or_else(|| ResolveError::invalid_url(&url, None))?.to_path()?;
        Ok(self.packages.scope_of(&path)?.map_or(path, |package| package.path.clone()))
    }

    /// The package.json in a folder, if there is one.
    pub fn read_package(&self, folder: &str) -> Result<Option<std::rc::Rc<super::PackageJson>>> {
        self.packages.read(&super::files::join(folder, "package.json"), super::package_json::Reader::Require)
    }

    /// The package that a file belongs to; [`super::PackageJson::kind`] is its `type`.
    pub fn package_scope(&self, path: &str) -> Result<Option<std::rc::Rc<super::PackageJson>>> {
        self.packages.scope_of(path)
    }
}
