//! `require`: `Module._resolveFilename` and `Module._findPath` of Node 26.
//!
//! What programs may replace stays in JavaScript (`_resolveLookupPaths`, `_nodeModulePaths`, `_extensions`): the folders to search
//! and the extensions to try are arguments, the search itself is one call.

use super::errors::{ResolveError, Result};
use super::exports::Referrer;
use super::file_url::{FileUrl, Location};
use super::files::{self, Kind};
use super::import::{has_encoded_separator, is_relative};
use super::package_json::{PackageJson, Reader};
use super::{Resolver, Warning, typescript};
use std::borrow::Cow;

/// One `require` call.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequireRequest<'a> {
    pub request: &'a str,
    /// The requiring file. The REPL passes its folder with a trailing slash.
    pub parent: Option<&'a str>,
    /// The folders to search, if the program sets them (`options.paths`, a changed `module.paths`); `None`: those that follow
    /// from the parent.
    pub folders: Option<&'a [String]>,
    /// `Object.keys(Module._extensions)`, if the program changed it.
    pub extensions: Option<&'a [String]>,
    pub is_main: bool,
    /// Instead of `node`, `require`, `module-sync`, …
    pub conditions: Option<&'a [String]>,
}

/// The default keys of `Module._extensions`.
pub const EXTENSIONS: [&str; 3] = [".js", ".json", ".node"];

/// The parameters of one search.
struct Walk<'a> {
    request: &'a str,
    extensions: Vec<&'a str>,
    preserve: bool,
    referrer: Referrer<'a>,
    /// For TypeScript importers, to which Hexloop's own extensions apply.
    parent: Option<&'a str>,
}

impl Resolver {
    /// `Module._resolveFilename`: a file's path, or the request itself for a built-in module.
    pub fn require(&self, asked: &RequireRequest<'_>) -> Result<String> {
        let request = asked.request;
        if self.is_requirable_builtin(request) {
            return Ok(request.to_owned());
        }
        if let Some(found) = self.require_from_package(asked)? {
            return Ok(found);
        }
        let folders = match asked.folders {
            Some(folders) => Cow::Borrowed(folders),
            None => Cow::Owned(self.lookup_folders(request, asked.parent)),
        };
        match self.find_path(asked, &folders)? {
            Some(found) => Ok(found),
            None => {
                let mut error = ResolveError::cannot_find_module(request);
                error.hint = self.near_request(request, asked.parent, &folders);
                Err(error)
            }
        }
    }

    /// The first half of [`Resolver::require`]: what the importer's own package determines, by its `imports`, its own name, or
    /// its tsconfig.json.
    pub fn require_from_package(&self, asked: &RequireRequest<'_>) -> Result<Option<String>> {
        let (request, Some(parent)) = (asked.request, asked.parent) else { return Ok(None) };
        let conditions = asked.conditions.unwrap_or(&self.require_conditions);
        if request.starts_with('#')
            && let Some(package) = self.packages.scope_of(parent)?
            && package.has_imports()
        {
            return self.require_import(request, parent, &package, conditions).map(Some);
        }
        if let Some(found) = self.require_self(request, parent, conditions)? {
            return Ok(Some(found));
        }
        if is_relative(request) || request.starts_with('/') {
            return Ok(None);
        }
        let alias = self.typescript_alias(request, parent);
        Ok(alias.map(|file| self.real(&file, self.options.preserve_symlinks)))
    }

    /// `Module._resolveLookupPaths(request, parent)` for a parent whose `paths` are untouched.
    pub fn lookup_folders(&self, request: &str, parent: Option<&str>) -> Vec<String> {
        let is_path = request.strip_prefix('.').is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']));
        if is_path {
            return vec![parent.map_or_else(files::current_folder, |parent| files::folder_of(parent).to_owned())];
        }
        let mut folders = parent.map_or_else(Vec::new, |parent| node_module_paths(files::folder_of(parent)));
        folders.extend(self.options.global_folders.iter().cloned());
        folders
    }

    /// `Module._findPath`, for programs that call it: `None` if nothing is found.
    pub fn find_path(&self, asked: &RequireRequest<'_>, folders: &[String]) -> Result<Option<String>> {
        let request = asked.request;
        let extensions = match asked.extensions {
            Some(extensions) => extensions.iter().map(String::as_str).collect(),
            None => EXTENSIONS.to_vec(),
        };
        let options = &self.options;
        let preserve = if asked.is_main { options.preserve_symlinks_main } else { options.preserve_symlinks };
        let conditions = asked.conditions.unwrap_or(&self.require_conditions);
        let referrer = Referrer { base: None, conditions };
        let walk = Walk { request, extensions, preserve, referrer, parent: asked.parent };
        if request.starts_with('/') {
            return self.find_in(&walk, "");
        }
        // `../x` may leave a folder that does not exist.
        let leaves = is_relative(request) && normal_relative(request).starts_with("..");
        for folder in folders {
            let folder = &*absolute(folder);
            if !leaves && self.files.kind(folder) != Kind::Folder {
                continue;
            }
            if let Some(found) = self.require_exports(folder, &walk)? {
                return Ok(Some(found));
            }
            if let Some(found) = self.find_in(&walk, folder)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn find_in(&self, walk: &Walk<'_>, folder: &str) -> Result<Option<String>> {
        let path = files::join(folder, walk.request);
        let as_folder = matches!(walk.request.rsplit('/').next(), Some("" | "." | "..")) && !walk.request.is_empty();
        let (kind, real) = self.files.lookup(&path);
        if !as_folder {
            if kind == Kind::File {
                return Ok(Some(if walk.preserve { path } else { real.unwrap_or(path) }));
            }
            if let Some(found) = self.with_extensions(&path, walk) {
                return Ok(Some(found));
            }
        }
        if kind == Kind::Folder
            && let Some(found) = self.folder_entry(&path, walk)?
        {
            return Ok(Some(found));
        }
        let instead = self.instead_of(&path, kind, walk.parent);
        Ok(instead.map(|file| self.real(&file, walk.preserve)))
    }

    fn with_extensions(&self, path: &str, walk: &Walk<'_>) -> Option<String> {
        let mut candidate = path.to_owned();
        for extension in &walk.extensions {
            candidate.truncate(path.len());
            candidate.push_str(extension);
            if let (Kind::File, real) = self.files.lookup(&candidate) {
                return Some(if walk.preserve { candidate } else { real.unwrap_or(candidate) });
            }
        }
        None
    }

    /// A folder resolves to its package's `main`, or to `index`.
    fn folder_entry(&self, folder: &str, walk: &Walk<'_>) -> Result<Option<String>> {
        let package_json = files::join(folder, "package.json");
        let package = self.packages.read(&package_json, Reader::Require)?;
        let index = || self.with_extensions(&files::join(folder, "index"), walk);
        let Some(main) = package.as_ref().and_then(|package| package.main.as_deref()).filter(|main| !main.is_empty())
        else {
            return Ok(index());
        };
        let path = files::join(folder, main);
        let found = self
            .file_at(&path, walk.preserve)
            .or_else(|| self.with_extensions(&path, walk))
            .or_else(|| self.with_extensions(&files::join(&path, "index"), walk));
        if found.is_some() {
            return Ok(found);
        }
        let Some(found) = index() else {
            return Err(ResolveError::main_not_found(&path, &package_json, walk.request));
        };
        self.warn(Warning {
            code: "DEP0128",
            message: format!(
                "Invalid 'main' field in '{package_json}' of '{main}'. Please either fix that or report it to the \
                 module author"
            ),
        });
        Ok(Some(found))
    }

    fn file_at(&self, path: &str, preserve: bool) -> Option<String> {
        match self.files.lookup(path) {
            (Kind::File, real) => {
                Some(if preserve { path.to_owned() } else { real.unwrap_or_else(|| path.to_owned()) })
            }
            _ => None,
        }
    }

    fn real(&self, path: &str, preserve: bool) -> String {
        self.file_at(path, preserve).unwrap_or_else(|| path.to_owned())
    }

    /// `exports` of the requested package, if it is in this folder.
    fn require_exports(&self, folder: &str, walk: &Walk<'_>) -> Result<Option<String>> {
        let Some((name, rest)) = package_and_rest(walk.request) else { return Ok(None) };
        let package_folder = files::join(folder, name);
        let package_json = files::join(&package_folder, "package.json");
        let package = self.packages.read(&package_json, Reader::Require)?;
        let Some(package) = package.filter(|package| package.has_exports()) else { return Ok(None) };
        let found = self.package_exports(&package, &format!(".{rest}"), walk.referrer);
        found
            .and_then(|location| self.finish_required(location, None, walk.parent, &package_folder))
            .map(Some)
            .map_err(|error| if_not_found(error, || not_found_at(walk.request, Some(&package_json))))
    }

    /// A package may require itself by its name, through its `exports`.
    fn require_self(&self, request: &str, parent: &str, conditions: &[String]) -> Result<Option<String>> {
        let Some(package) = self.packages.scope_of(parent)?.filter(|package| package.has_exports()) else {
            return Ok(None);
        };
        let rest = package.name.as_deref().and_then(|name| request.strip_prefix(name));
        let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with('/')) else { return Ok(None) };
        let base = Location::File(FileUrl::from_path(parent));
        let subpath = format!(".{rest}");
        let referrer = Referrer { base: Some(&base), conditions };
        self.package_exports(&package, &subpath, referrer)
            .and_then(|location| self.finish_required(location, Some(parent), Some(parent), package.folder()))
            .map(Some)
            .map_err(|error| if_not_found(error, || not_found_at(&subpath, Some(package.folder()))))
    }

    fn require_import(
        &self,
        request: &str,
        parent: &str,
        package: &PackageJson,
        conditions: &[String],
    ) -> Result<String> {
        let url = FileUrl::from_path(parent);
        let base = Location::File(url.clone());
        let referrer = Referrer { base: Some(&base), conditions };
        self.package_imports(request, &url, referrer)
            .and_then(|location| self.finish_required(location, Some(parent), Some(parent), &package.path))
            .map_err(|error| if_not_found(error, || not_found_at(request, None)))
    }

    /// The result of `exports` or `imports` must be a file. `named` is the importer where Node's errors name it.
    fn finish_required(
        &self,
        location: Location,
        named: Option<&str>,
        importer: Option<&str>,
        package: &str,
    ) -> Result<String> {
        let href = location.href();
        if has_encoded_separator(&href) {
            let reason = "must not include encoded \"/\" or \"\\\" characters";
            return Err(ResolveError::invalid_specifier(&href, reason, named));
        }
        let path = location.to_path()?;
        let preserve = self.options.preserve_symlinks;
        if let Some(found) = self.file_at(&path, preserve) {
            return Ok(found);
        }
        match self.instead_of(&path, self.files.kind(&path), importer) {
            Some(file) => Ok(self.real(&file, preserve)),
            None => Err(not_found_at(&path, Some(package))),
        }
    }

    /// What a path that is no file resolves to for a TypeScript importer.
    fn instead_of(&self, path: &str, kind: Kind, importer: Option<&str>) -> Option<String> {
        let base = Location::File(FileUrl::from_path(importer?));
        typescript::instead_of(&self.files, path, kind, &base)
    }
}

fn not_found_at(request: &str, path: Option<&str>) -> ResolveError {
    let error = ResolveError::cannot_find_module(request);
    match path {
        Some(path) => error.field("path", path),
        None => error,
    }
}

/// Replaces the "not found" error of ES modules by that of CommonJS.
fn if_not_found(error: ResolveError, instead: impl FnOnce() -> ResolveError) -> ResolveError {
    if error.code == super::errors::ERR_MODULE_NOT_FOUND { instead() } else { error }
}

/// `Module._nodeModulePaths(from)`.
pub fn node_module_paths(from: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let from = files::join(&absolute(from), "");
    let mut at = from.as_str();
    while !at.is_empty() && at != "/" {
        if !at.ends_with("/node_modules") {
            paths.push(format!("{at}/node_modules"));
        }
        at = at.rsplit_once('/').map_or("", |(parent, _)| parent);
    }
    paths.push("/node_modules".to_owned());
    paths
}

/// `Module.globalPaths` as `Module._initPaths` sets it: NODE_PATH, then the legacy folders.
pub fn global_folders(node_path: Option<&str>, home: Option<&str>, exec_path: &str) -> Vec<String> {
    let mut folders: Vec<String> =
        node_path.unwrap_or_default().split(':').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    if let Some(home) = home.filter(|home| !home.is_empty()) {
        folders.push(files::join(&absolute(home), ".node_modules"));
        folders.push(files::join(&absolute(home), ".node_libraries"));
    }
    folders.push(files::join(&absolute(exec_path), "../../lib/node"));
    folders
}

fn absolute(path: &str) -> Cow<'_, str> {
    if path.starts_with('/') { Cow::Borrowed(path) } else { Cow::Owned(files::join(&files::current_folder(), path)) }
}

/// `name/rest` or `@scope/name/rest`, if the request has the form of a package name.
fn package_and_rest(request: &str) -> Option<(&str, &str)> {
    let name_start = match request.strip_prefix('@') {
        Some(scoped) => request.len() - scoped.len() + scoped.find('/').filter(|&slash| slash > 0)? + 1,
        None => 0,
    };
    let name_end = request[name_start..].find('/').map_or(request.len(), |slash| name_start + slash);
    let name = &request[name_start..name_end];
    let is_name = !name.is_empty() && !name.starts_with('.') && !request[..name_end].contains(['\\', '%']);
    is_name.then(|| request.split_at(name_end))
}

/// The start of `path.normalize` for a relative request.
fn normal_relative(request: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in request.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
