//! `import`: ESM_RESOLVE of Node's documentation, with the order of checks and the messages of Node 26.

use super::errors::{ERR_MODULE_NOT_FOUND, ERR_UNSUPPORTED_DIR_IMPORT, ResolveError, Result};
use super::exports::Referrer;
use super::file_url::{FileUrl, Location};
use super::files::{self, Kind};
use super::format::Format;
use super::package_json::{PackageJson, Reader};
use super::{Resolver, Warning, typescript};
use std::rc::Rc;

/// A resolved import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedImport {
    pub url: String,
    /// `None` where Node's `resolve` does not decide: `node:` and `data:`, unknown extensions and schemes. Loading calls
    /// [`Resolver::format_of_url`], which returns the error.
    pub format: Option<Format>,
}

impl Resolver {
    /// Resolves a specifier as `import` does. Without a parent it is the entry point, resolved from the current folder.
    pub fn import(&self, specifier: &str, parent: Option<&str>) -> Result<ResolvedImport> {
        self.import_with(specifier, parent, &self.import_conditions)
    }

    /// The same with other conditions, for resolve hooks.
    pub fn import_with(&self, specifier: &str, parent: Option<&str>, conditions: &[String]) -> Result<ResolvedImport> {
        let base = match parent {
            Some(parent) => Location::parse(parent).ok_or_else(|| ResolveError::invalid_url(parent, None))?,
            None => Location::File(FileUrl::from_path(&format!("{}/", files::current_folder()))),
        };
        if !is_relative_or_absolute(specifier) {
            match Location::parse(specifier) {
                Some(Location::Other(url)) if url.starts_with("data:") => {
                    return Ok(ResolvedImport { url, format: None });
                }
                Some(Location::Other(url)) if url.starts_with("node:") => {
                    return Ok(ResolvedImport { url: specifier.to_owned(), format: None });
                }
                _ => {}
            }
        }
        let preserve =
            if parent.is_none() { self.options.preserve_symlinks_main } else { self.options.preserve_symlinks };
        let referrer = Referrer { base: Some(&base), conditions };
        match self.module_resolve(specifier, &base, referrer, preserve) {
            Ok(location) => {
                let format = self.format_hint(&location)?;
                Ok(ResolvedImport { url: location.into_href(), format })
            }
            Err(error) => Err(self.with_hint(error, specifier, &base)),
        }
    }

    fn module_resolve(
        &self,
        specifier: &str,
        base: &Location,
        referrer: Referrer<'_>,
        preserve: bool,
    ) -> Result<Location> {
        let resolved = if is_relative_or_absolute(specifier) {
            base.join(specifier)
                .map_err(|cause| ResolveError::unsupported_resolve_request(specifier, &base.href(), cause))?
        } else if let (Location::File(file), true) = (base, specifier.starts_with('#')) {
            self.package_imports(specifier, file, referrer)?
        } else if let Some(url) = Location::parse(specifier) {
            url
        } else {
            if base.scheme() == "data" && !self.is_builtin_without_scheme(specifier) {
                let cause = ResolveError::invalid_url(specifier, None);
                return Err(ResolveError::unsupported_resolve_request(specifier, &base.href(), cause));
            }
            self.package_resolve(specifier, base, referrer)?
        };
        match resolved {
            Location::File(file) => self.finish(file, base, preserve).map(Location::File),
            other => Ok(other),
        }
    }

    /// PACKAGE_RESOLVE: a bare specifier.
    pub(super) fn package_resolve(&self, specifier: &str, base: &Location, referrer: Referrer<'_>) -> Result<Location> {
        if self.is_builtin_without_scheme(specifier) {
            return Ok(Location::Other(format!("node:{specifier}")));
        }
        if let Some(found) = self.alias(specifier, base) {
            return Ok(Location::File(found));
        }
        let (path, subpath) = self.find_package(specifier, base)?;
        let package = self.packages.read(&path, Reader::Import { specifier, base })?;
        if let Some(package) = package.as_ref().filter(|package| package.has_exports()) {
            return self.package_exports(package, &subpath, referrer);
        }
        if subpath == "." {
            return self.legacy_main(files::folder_of(&path), package.as_ref(), base).map(Location::File);
        }
        FileUrl::from_path(&path).join(&subpath)
    }

    /// The package.json (which need not exist) of the package that a specifier names, and the subpath in it.
    pub(super) fn find_package(&self, specifier: &str, base: &Location) -> Result<(String, String)> {
        let (name, subpath) = parse_package_name(specifier, base)?;
        let Location::File(file) = base else { return Err(no_scope(base)) };
        let base_path = file.to_path()?;
        if let Some(scope) = self.packages.scope_of(&base_path)?
            && scope.has_exports()
            && scope.name.as_deref() == Some(name)
        {
            return Ok((scope.path.clone(), subpath));
        }
        match self.package_in_node_modules(name, &base_path) {
            Some(path) => Ok((path, subpath)),
            None => Err(ResolveError::package_not_found(name, &base_path)),
        }
    }

    /// The path of package.json, which need not exist, in the nearest folder `node_modules/NAME` upwards.
    fn package_in_node_modules(&self, name: &str, base_path: &str) -> Option<String> {
        let mut at = base_path;
        while let Some((folder, _)) = at.rsplit_once('/') {
            let path = if is_plain_name(name) {
                [folder, "/node_modules/", name, "/package.json"].concat()
            } else {
                odd_package_json(folder, name)?
            };
            let package_folder = path.get(..path.len().checked_sub("/package.json".len())?)?;
            if self.files.kind(package_folder) == Kind::Folder {
                return Some(path);
            }
            at = folder;
        }
        None
    }

    /// A package without `exports`: its `main`, or `index`, with CommonJS's extensions.
    fn legacy_main(&self, folder: &str, package: Option<&Rc<PackageJson>>, base: &Location) -> Result<FileUrl> {
        let main = package.and_then(|package| package.main.as_deref());
        let by_main = main.into_iter().flat_map(|main| MAIN_SUFFIXES.iter().map(move |end| format!("{main}{end}")));
        let by_index = INDEX_FILES.iter().map(|&index| index.to_owned());
        for candidate in by_main.chain(by_index) {
            let path = files::join(folder, &candidate);
            if self.files.kind(&path) == Kind::File {
                self.warn_about_legacy_main(folder, main, &path, base)?;
                return Ok(FileUrl::from_path(&path));
            }
        }
        let missing = files::join(folder, main.filter(|main| !main.is_empty()).unwrap_or("index.js"));
        Err(ResolveError::package_not_found(&missing, &base.to_path()?))
    }

    fn warn_about_legacy_main(&self, folder: &str, main: Option<&str>, path: &str, base: &Location) -> Result<()> {
        let url = Location::File(FileUrl::from_path(path));
        if !self.format_hint(&url)?.is_some_and(Format::is_module) {
            return Ok(());
        }
        let base = base.to_path()?;
        let file = path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path);
        let message = match main.filter(|main| !main.is_empty()) {
            None => format!(
                "No \"main\" or \"exports\" field defined in the package.json for {folder}/ resolving the main entry \
                 point \"{file}\", imported from {base}.\nDefault \"index\" lookups for the main are deprecated for ES \
                 modules."
            ),
            Some(main) if files::join(folder, main) != path => format!(
                "Package {folder}/ has a \"main\" field set to \"{main}\", excluding the full filename and extension to \
                 the resolved file at \"{file}\", imported from {base}.\n Automatic extension resolution of the \"main\" \
                 field is deprecated for ES modules."
            ),
            Some(_) => return Ok(()),
        };
        self.warn(Warning { code: "DEP0151", message });
        Ok(())
    }

    /// The file must exist and must not be a folder; then symbolic links are resolved.
    fn finish(&self, url: FileUrl, base: &Location, preserve: bool) -> Result<FileUrl> {
        if has_encoded_separator(&url.pathname) {
            let reason = "must not include encoded \"/\" or \"\\\" characters";
            return Err(ResolveError::invalid_specifier(&url.pathname, reason, Some(&base.shown())));
        }
        let path = url.to_path().map_err(|error| error.field("input", url.href()).field("module", base.href()))?;
        // Node 26 tests "/" instead of a path that ends in a slash, so every such path is a folder.
        let (kind, real) = if path.ends_with('/') { (Kind::Folder, None) } else { self.files.lookup(&path) };
        match (kind, real) {
            (Kind::File, Some(real)) if !preserve => Ok(FileUrl::from_path(&real).with_suffix(url.suffix)),
            (Kind::File, _) => Ok(url),
            (kind, _) => {
                if let Some(file) = typescript::instead_of(&self.files, &path, kind, base) {
                    return Ok(self.real_url(&file, preserve).with_suffix(url.suffix));
                }
                Err(if kind == Kind::Folder {
                    ResolveError::directory_import(&path, &base.shown(), &url.href())
                } else {
                    ResolveError::module_not_found(&path, &base.shown(), &url.href())
                })
            }
        }
    }

    fn real_url(&self, path: &str, preserve: bool) -> FileUrl {
        let real = if preserve { None } else { self.files.lookup(path).1 };
        FileUrl::from_path(real.as_deref().unwrap_or(path))
    }

    /// What `paths` and `baseUrl` of tsconfig.json map a bare specifier to, in a TypeScript file.
    fn alias(&self, specifier: &str, base: &Location) -> Option<FileUrl> {
        let Location::File(file) = base else { return None };
        self.typescript_alias(specifier, &file.to_path().ok()?).map(|path| FileUrl::from_path(&path))
    }

    fn with_hint(&self, mut error: ResolveError, specifier: &str, base: &Location) -> ResolveError {
        if matches!(error.code, ERR_MODULE_NOT_FOUND | ERR_UNSUPPORTED_DIR_IMPORT) {
            match self.commonjs_hint(specifier, base) {
                Some(found) => error.message += &format!("\nDid you mean to import {}?", super::errors::quoted(&found)),
                None => error.hint = self.near_import_name(specifier, base),
            }
        }
        error
    }
}

/// Node looks up the importer's package first; an importer that is no file has none.
fn no_scope(base: &Location) -> ResolveError {
    let href = base.href();
    match base.join("./package.json") {
        Ok(_) => ResolveError::invalid_url(&href, None),
        Err(error) => error,
    }
}

const MAIN_SUFFIXES: [&str; 7] = ["", ".js", ".json", ".node", "/index.js", "/index.json", "/index.node"];
const INDEX_FILES: [&str; 3] = ["index.js", "index.json", "index.node"];

/// A name that is the same in a path and in a URL.
fn is_plain_name(name: &str) -> bool {
    !name.contains("..")
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"@/-_.!'()*+$&,;=".contains(&byte))
        && !name.ends_with('.')
        && !name.is_empty()
}

/// Node makes the name part of a URL; so `?`, `#`, tabs and dots have the meaning they have there.
fn odd_package_json(folder: &str, name: &str) -> Option<String> {
    let base = FileUrl::from_path(&format!("{folder}/"));
    base.join(&format!("./node_modules/{name}/package.json")).ok()?.to_path().ok()
}

pub(super) fn has_encoded_separator(pathname: &str) -> bool {
    pathname.contains('%') && {
        let lower = pathname.to_ascii_lowercase();
        lower.contains("%2f") || lower.contains("%5c")
    }
}

pub(super) fn is_relative(specifier: &str) -> bool {
    matches!(specifier, "." | "..") || specifier.starts_with("./") || specifier.starts_with("../")
}

fn is_relative_or_absolute(specifier: &str) -> bool {
    specifier.starts_with('/') || is_relative(specifier)
}

/// `@scope/name/sub/path` → `@scope/name` and `./sub/path`.
fn parse_package_name<'a>(specifier: &'a str, base: &Location) -> Result<(&'a str, String)> {
    let slash = match (specifier.starts_with('@'), specifier.find('/')) {
        (true, Some(first)) => Some(specifier[first + 1..].find('/').map(|second| first + 1 + second)),
        (true, None) => None,
        (false, slash) => Some(slash),
    };
    let name = slash.map(|slash| &specifier[..slash.unwrap_or(specifier.len())]);
    match name.filter(|name| !name.starts_with('.') && !name.contains(['%', '\\'])) {
        Some(name) => Ok((name, format!(".{}", &specifier[name.len()..]))),
        None => {
            let base = base.to_path()?;
            Err(ResolveError::invalid_specifier(specifier, "is not a valid package name", Some(&base)))
        }
    }
}
