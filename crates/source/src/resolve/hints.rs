//! "Did you mean …?": Node's own hint, and Hexloop's where Node has none.

use super::Resolver;
use super::file_url::{FileUrl, Location, encode_component};
use super::files::{self, Kind};
use super::import::is_relative;
use super::package_json::PackageJson;
use super::require::{RequireRequest, node_module_paths};
use super::typescript;
use crate::nearest;
use serde_json::{Map, Value};

impl Resolver {
    /// What `require` would resolve the same request to: Node's hint. (Node resolves relative ones from the current folder, not
    /// from the importer.)
    pub(super) fn commonjs_hint(&self, specifier: &str, base: &Location) -> Option<String> {
        let parent = base.to_path().ok()?;
        let specifier = match specifier.strip_prefix("file://") {
            Some(_) => Location::parse(specifier)?.to_path().ok()?,
            None => specifier.to_owned(),
        };
        let mut folders = node_module_paths(&parent);
        folders.extend(self.options.global_folders.iter().cloned());
        if is_relative(&specifier) {
            folders = vec![files::current_folder()];
        }
        let asked = RequireRequest { request: &specifier, ..RequireRequest::default() };
        let found = self.find_path(&asked, &folders).ok()??;
        let shown = if is_relative(&specifier) {
            relative_url(files::folder_of(&parent), &found)
        } else if specifier.starts_with('/') {
            found
        } else {
            within_package(&specifier, &found)
        };
        (shown != specifier).then_some(shown)
    }

    /// A name similar to the one that `import` did not find.
    pub(super) fn near_import_name(&self, specifier: &str, base: &Location) -> Option<String> {
        let parent = base.to_path().ok()?;
        if is_relative(specifier) || specifier.starts_with('/') {
            let Ok(Location::File(file)) = base.join(specifier) else { return None };
            return self.near_file(specifier, &file.to_path().ok()?).map(|name| did_you_mean("import", &name));
        }
        if super::builtins::is_node_builtin(specifier) {
            return Some(format!("Node has '{specifier}' built in; Hexloop does not have it yet."));
        }
        let folders = node_module_paths(files::folder_of(&parent));
        self.near_package(specifier, &folders).map(|name| did_you_mean("import", &name))
    }

    /// A name similar to the one that `require` did not find, as the last line of its error.
    pub fn near_request(&self, request: &str, parent: Option<&str>, folders: &[String]) -> Option<String> {
        if is_relative(request) || request.starts_with('/') {
            let folder = parent.map_or_else(files::current_folder, |parent| files::folder_of(parent).to_owned());
            let name = self.near_file(request, &files::join(&folder, request))?;
            return Some(did_you_mean("require", &name));
        }
        self.near_package(request, folders).map(|name| did_you_mean("require", &name))
    }

    /// The request with its last part replaced by the nearest name in that folder.
    fn near_file(&self, request: &str, path: &str) -> Option<String> {
        let path = path.strip_suffix('/').unwrap_or(path);
        let wanted = path.rsplit('/').next().filter(|name| !name.is_empty())?;
        let folder = files::folder_of(path);
        if let Some(source) = typescript::sources_of(path).find(|file| self.files.kind(file) == Kind::File) {
            return Some(replace_last(request, source.rsplit('/').next()?));
        }
        // Extensions are not compared: `./b.ts` is not a typo of `./a.ts`.
        let names = files::names_in(folder);
        let is_file = |name: &&str| self.files.kind(&files::join(folder, name)) == Kind::File;
        let near: Vec<&str> = names.iter().map(String::as_str).filter(|name| *name != wanted).filter(is_file).collect();
        let nearest_stem = nearest(stem(wanted), near.iter().map(|name| stem(name)))?;
        let same_extension = |name: &&&str| name[stem(name).len()..] == wanted[stem(wanted).len()..];
        let mut named = near.iter().filter(|name| stem(name) == nearest_stem);
        let found = named.clone().find(same_extension).or_else(|| named.next())?;
        Some(replace_last(request, found))
    }

    fn near_package(&self, request: &str, folders: &[String]) -> Option<String> {
        if super::builtins::is_node_builtin(request.strip_prefix("node:").unwrap_or(request)) {
            return None;
        }
        let scope = request.strip_prefix('@').and_then(|_| request.split_once('/')).map(|(scope, _)| scope);
        let name_end = request.match_indices('/').nth(usize::from(scope.is_some())).map_or(request.len(), |(at, _)| at);
        let (name, rest) = request.split_at(name_end);
        let mut known: Vec<String> = Vec::new();
        for folder in folders {
            let location = scope.map_or_else(|| folder.clone(), |scope| format!("{folder}/{scope}"));
            let prefix = scope.map_or_else(String::new, |scope| format!("{scope}/"));
            known.extend(files::names_in(&location).into_iter().map(|found| prefix.clone() + &found));
        }
        known.extend(
            super::builtins::NODE_BUILTINS.iter().filter(|name| (self.options.builtins)(name)).map(|&n| n.to_owned()),
        );
        let candidates = known.iter().map(String::as_str).filter(|found| *found != name && !found.starts_with('.'));
        nearest(name, candidates).map(|found| format!("{found}{rest}"))
    }

    /// The nearest exported subpath of a package.
    pub(super) fn near_subpath(&self, package: &PackageJson, subpath: &str) -> Option<String> {
        let exports = package.exports().ok()??.as_object()?;
        let name = package.name.as_deref()?;
        let keys = exports.keys().map(String::as_str).filter(|key| key.starts_with('.') && !key.contains('*'));
        let near = nearest(subpath, keys.filter(|key| *key != subpath && key.len() > 1))?;
        Some(did_you_mean("import", &format!("{name}{}", &near[1..])))
    }

    pub(super) fn near_import(&self, name: &str, imports: &Map<String, Value>) -> Option<String> {
        let keys = imports.keys().map(String::as_str).filter(|key| *key != name && !key.contains('*'));
        nearest(name, keys).map(|near| did_you_mean("import", near))
    }
}

/// A file's name without its extension.
fn stem(name: &str) -> &str {
    name.rfind('.').filter(|&dot| dot > 0).map_or(name, |dot| &name[..dot])
}

fn did_you_mean(verb: &str, name: &str) -> String {
    format!("Did you mean to {verb} {}?", super::errors::quoted(name))
}

fn replace_last(request: &str, name: &str) -> String {
    let request = request.strip_suffix('/').unwrap_or(request);
    match request.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name.to_owned(),
    }
}

/// The relative URL from a folder to a file.
fn relative_url(folder: &str, file: &str) -> String {
    let (folder, file) = (FileUrl::from_path(folder).pathname, FileUrl::from_path(file).pathname);
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = file.split('/').filter(|part| !part.is_empty()).collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = "../".repeat(from.len() - shared);
    let down = to[shared..].join("/");
    if up.is_empty() { format!("./{down}") } else { up + &down }
}

/// `name/lib/file.js` for a file found inside the package that the specifier names.
fn within_package(specifier: &str, found: &str) -> String {
    let name = specifier.split('/').next().unwrap_or(specifier);
    let inside = format!("/node_modules/{name}/");
    match found.rfind(&inside) {
        Some(at) => {
            let parts: Vec<String> = found[at + inside.len()..].split('/').map(encode_component).collect();
            format!("{name}/{}", parts.join("/"))
        }
        None => FileUrl::from_path(found).href(),
    }
}
