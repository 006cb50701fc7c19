//! Resolves `extends`: a path, or a file of an installed package.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::paths::clean;

/// `None` if there is no such file.
pub(super) fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_path = matches!(name, "." | "..") || ["./", "../", "/"].iter().any(|start| name.starts_with(start));
    if is_path {
        return file(&clean(&folder.join(name)));
    }
    folder.ancestors().find_map(|folder| in_package(&folder.join("node_modules"), name))
}

fn file(path: &Path) -> Option<PathBuf> {
    let with_extension = PathBuf::from(format!("{}.json", path.display()));
    let inside = path.join("tsconfig.json");
    [path.to_owned(), with_extension, inside].into_iter().find(|path| path.is_file())
}

fn in_package(modules: &Path, name: &str) -> Option<PathBuf> {
    let scope = if name.starts_with('@') { name.find('/').map_or(name.len(), |at| at + 1) } else { 0 };
    let end = name[scope..].find('/').map_or(name.len(), |at| scope + at);
    let (package, subpath) = (modules.join(&name[..end]), &name[end..]);
    let manifest: Option<Value> =
        std::fs::read(package.join("package.json")).ok().and_then(|text| serde_json::from_slice(&text).ok());
    if let Some(exports) = manifest.as_ref().and_then(|manifest| manifest.get("exports")).filter(|it| !it.is_null())
        && let Some(target) = exported(exports, &format!(".{subpath}"))
        && let Some(found) = file(&clean(&package.join(target)))
    {
        return Some(found);
    }
    if subpath.is_empty() {
        let main = manifest.as_ref().and_then(|manifest| manifest.get("tsconfig")).and_then(Value::as_str);
        return main.and_then(|main| file(&clean(&package.join(main)))).or_else(|| file(&package));
    }
    file(&package.join(&subpath[1..]))
}

/// The target of `subpath` (`.`, `./base.json`) in a package's `exports`.
fn exported(exports: &Value, subpath: &str) -> Option<String> {
    let has_subpaths = exports.as_object().is_some_and(|map| map.keys().any(|key| key.starts_with('.')));
    if !has_subpaths {
        return (subpath == ".").then(|| condition(exports, "")).flatten();
    }
    if let Some(target) = exports.get(subpath).and_then(|target| condition(target, "")) {
        return Some(target);
    }
    exports.as_object()?.iter().find_map(|(key, target)| {
        let (before, after) = key.split_once('*')?;
        let star = subpath.strip_prefix(before)?.strip_suffix(after)?;
        condition(target, star)
    })
}

fn condition(target: &Value, star: &str) -> Option<String> {
    match target {
        Value::String(path) => Some(path.replace('*', star)),
        Value::Array(list) => list.iter().find_map(|target| condition(target, star)),
        Value::Object(conditions) => ["node", "require", "types", "default"]
            .iter()
            .filter_map(|name| conditions.get(*name))
            .find_map(|target| condition(target, star)),
        _ => None,
    }
}
