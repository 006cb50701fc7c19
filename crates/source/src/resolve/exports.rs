//! `exports` and `imports` of package.json: from a subpath to a file of the package.

use super::errors::{ERR_INVALID_PACKAGE_TARGET, ResolveError, Result};
use super::file_url::{FileUrl, Location, hex_digit};
use super::package_json::PackageJson;
use super::{Resolver, Warning};
use serde_json::{Map, Value};

/// The importing module, and the conditions.
#[derive(Clone, Copy)]
pub struct Referrer<'a> {
    /// The importing module; `None` where Node's errors do not name it (`require` of a package).
    pub base: Option<&'a Location>,
    pub conditions: &'a [String],
}

impl Referrer<'_> {
    fn base_path(&self) -> Result<Option<String>> {
        self.base.map(Location::to_path).transpose()
    }
}

/// The matching entry of the map.
struct Match<'a> {
    /// The key, with its `*` if it is a pattern.
    key: &'a str,
    /// What the `*` matched; `None` for an exact key.
    star: Option<&'a str>,
    /// It is an entry of `imports`, whose targets may be other packages.
    internal: bool,
    /// The request ended in a slash: Node has already warned.
    is_path_map: bool,
}

impl Match<'_> {
    fn request(&self) -> String {
        self.star.map_or_else(|| self.key.to_owned(), |star| self.key.replacen('*', star, 1))
    }

    fn target(&self, target: &str) -> String {
        self.star.map_or_else(|| target.to_owned(), |star| target.replace('*', star))
    }
}

/// The result of a target. After `Nothing` (no condition matches) an array or an outer object continues; `Null` ends the search.
enum Outcome {
    Found(Location),
    Null,
    Nothing,
}

impl Resolver {
    /// PACKAGE_EXPORTS_RESOLVE. The package has `exports`.
    pub(super) fn package_exports(
        &self,
        package: &PackageJson,
        subpath: &str,
        referrer: Referrer<'_>,
    ) -> Result<Location> {
        let not_exported = || -> Result<Location> {
            let base = referrer.base_path()?;
            let mut error = ResolveError::not_exported(&folder_with_slash(package), subpath, base.as_deref());
            error.hint = self.near_subpath(package, subpath);
            Err(error)
        };
        let Some(exports) = package.exports()? else { return not_exported() };
        let sugar = is_main_sugar(exports, package, referrer)?;
        let empty = Map::new();
        let map = exports.as_object().filter(|_| !sugar).unwrap_or(&empty);
        let exact = if sugar { (subpath == ".").then_some(exports) } else { map.get(subpath) };
        if let Some(target) = exact.filter(|_| !subpath.contains('*') && !subpath.ends_with('/')) {
            let found = Match { key: subpath, star: None, internal: false, is_path_map: false };
            return match self.target(package, target, &found, referrer)? {
                Outcome::Found(location) => Ok(location),
                _ => not_exported(),
            };
        }
        if subpath.ends_with('/') {
            self.warn_about_trailing_slash(package, subpath, map, referrer)?;
        }
        let Some((key, star)) = best_pattern(map, subpath) else { return not_exported() };
        let found = Match { key, star: Some(star), internal: false, is_path_map: subpath.ends_with('/') };
        match self.target(package, &map[key], &found, referrer)? {
            Outcome::Found(location) => Ok(location),
            _ => not_exported(),
        }
    }

    /// PACKAGE_IMPORTS_RESOLVE: `#name`.
    pub(super) fn package_imports(&self, name: &str, base: &FileUrl, referrer: Referrer<'_>) -> Result<Location> {
        let path = base.to_path()?;
        if name == "#" || name.ends_with('/') {
            let reason = "is not a valid internal imports specifier name";
            return Err(ResolveError::invalid_specifier(name, reason, Some(&path)));
        }
        let package = self.packages.scope_of(&path)?;
        let Some(package) = package else { return Err(ResolveError::import_not_defined(name, None, &path)) };
        let imports = package.imports()?.and_then(Value::as_object);
        if let Some(imports) = imports {
            let found = match imports.get(name).filter(|_| !name.contains('*')) {
                Some(target) => Some((target, Match { key: name, star: None, internal: true, is_path_map: false })),
                None => best_pattern(imports, name).map(|(key, star)| {
                    (&imports[key], Match { key, star: Some(star), internal: true, is_path_map: false })
                }),
            };
            if let Some((target, found)) = found
                && let Outcome::Found(location) = self.target(&package, target, &found, referrer)?
            {
                return Ok(location);
            }
        }
        let mut error = ResolveError::import_not_defined(name, Some(&folder_with_slash(&package)), &path);
        error.hint = imports.and_then(|imports| self.near_import(name, imports));
        Err(error)
    }

    /// PACKAGE_TARGET_RESOLVE.
    fn target(
        &self,
        package: &PackageJson,
        target: &Value,
        found: &Match<'_>,
        referrer: Referrer<'_>,
    ) -> Result<Outcome> {
        match target {
            Value::String(target) => self.target_string(package, target, found, referrer).map(Outcome::Found),
            Value::Null => Ok(Outcome::Null),
            Value::Array(targets) => self.first_of(package, targets, found, referrer),
            Value::Object(conditions) => {
                if conditions.keys().any(|key| is_array_index(key)) {
                    let base = referrer.base.map(Location::href);
                    let reason = "\"exports\" cannot contain numeric property keys.";
                    return Err(ResolveError::invalid_package_config(&package.path, base.as_deref(), Some(reason)));
                }
                for (key, target) in conditions {
                    if key == "default" || referrer.conditions.iter().any(|condition| condition == key) {
                        match self.target(package, target, found, referrer)? {
                            Outcome::Nothing => {}
                            outcome => return Ok(outcome),
                        }
                    }
                }
                Ok(Outcome::Nothing)
            }
            Value::Bool(_) | Value::Number(_) => Err(invalid_target(package, &target.to_string(), found, referrer)?),
        }
    }

    /// An array lists fallbacks for an invalid target, not for a missing file.
    fn first_of(
        &self,
        package: &PackageJson,
        targets: &[Value],
        found: &Match<'_>,
        referrer: Referrer<'_>,
    ) -> Result<Outcome> {
        if targets.is_empty() {
            return Ok(Outcome::Null);
        }
        let mut last = Ok(Outcome::Nothing);
        for target in targets {
            match self.target(package, target, found, referrer) {
                Ok(Outcome::Found(location)) => return Ok(Outcome::Found(location)),
                Ok(Outcome::Nothing) => {}
                Ok(Outcome::Null) => last = Ok(Outcome::Null),
                Err(error) if error.code == ERR_INVALID_PACKAGE_TARGET => last = Err(error),
                Err(error) => return Err(error),
            }
        }
        last
    }

    fn target_string(
        &self,
        package: &PackageJson,
        target: &str,
        found: &Match<'_>,
        referrer: Referrer<'_>,
    ) -> Result<Location> {
        let package_url = FileUrl::from_path(&package.path);
        let Some(inside) = target.strip_prefix("./") else {
            let elsewhere = found.internal && !target.starts_with('/') && !target.starts_with("../");
            if elsewhere && Location::parse(target).is_none() {
                let base = Location::File(package_url);
                let referrer = Referrer { base: Some(&base), conditions: referrer.conditions };
                return self.package_resolve(&found.target(target), &base, referrer);
            }
            return Err(invalid_target(package, target, found, referrer)?);
        };
        match bad_segment(inside) {
            BadSegment::None => {}
            BadSegment::Empty if found.is_path_map => {}
            BadSegment::Empty => self.warn_about_segment(package, target, found, referrer, true)?,
            BadSegment::Forbidden => return Err(invalid_target(package, target, found, referrer)?),
        }
        let Location::File(resolved) = package_url.join(target)? else {
            return Err(invalid_target(package, target, found, referrer)?);
        };
        if !resolved.pathname.starts_with(package_url.folder()) {
            return Err(invalid_target(package, target, found, referrer)?);
        }
        let Some(star) = found.star.filter(|star| !star.is_empty()) else {
            return Ok(Location::File(resolved));
        };
        match bad_segment(star) {
            BadSegment::None => {}
            BadSegment::Empty if found.is_path_map => {}
            BadSegment::Empty => self.warn_about_segment(package, target, found, referrer, false)?,
            BadSegment::Forbidden => return Err(invalid_subpath(package, found, referrer)?),
        }
        let href = resolved.href().replace('*', star);
        Location::parse(&href).ok_or_else(|| ResolveError::invalid_url(&href, None))
    }

    fn warn_about_segment(
        &self,
        package: &PackageJson,
        target: &str,
        found: &Match<'_>,
        referrer: Referrer<'_>,
        in_target: bool,
    ) -> Result<()> {
        let (request, resolved) = (found.request(), found.target(target));
        let judged = if in_target { &resolved } else { &request };
        let doubled = judged.as_bytes().windows(2).any(|pair| pair.iter().all(|byte| b"/\\".contains(byte)));
        let what = if doubled { "double slash" } else { "leading or trailing slash matching" };
        let matched = if request == found.key { String::new() } else { format!("matched to \"{}\" ", found.key) };
        let field = if found.internal { "imports" } else { "exports" };
        self.warn(Warning {
            code: "DEP0166",
            message: format!(
                "Use of deprecated {what} resolving \"{resolved}\" for module request \"{request}\" {matched}in the \
                 \"{field}\" field module resolution of the package at {}{}.",
                package.path,
                imported_from(referrer)?
            ),
        });
        Ok(())
    }

    /// Node warns once per file and subpath, for each pattern that is a prefix of the request.
    fn warn_about_trailing_slash(
        &self,
        package: &PackageJson,
        subpath: &str,
        exports: &Map<String, Value>,
        referrer: Referrer<'_>,
    ) -> Result<()> {
        let begins = |key: &String| key.split_once('*').is_some_and(|(head, _)| subpath.starts_with(head));
        if exports.keys().any(begins) && self.first_time(&format!("{}|{subpath}", package.path)) {
            self.warn(Warning {
                code: "DEP0155",
                message: format!(
                    "Use of deprecated trailing slash pattern mapping \"{subpath}\" in the \"exports\" field module \
                     resolution of the package at {}{}. Mapping specifiers ending in \"/\" is no longer supported.",
                    package.path,
                    imported_from(referrer)?
                ),
            });
        }
        Ok(())
    }
}

fn imported_from(referrer: Referrer<'_>) -> Result<String> {
    Ok(referrer.base_path()?.map_or_else(String::new, |base| format!(" imported from {base}")))
}

pub(super) fn folder_with_slash(package: &PackageJson) -> String {
    format!("{}/", package.folder())
}

fn invalid_target(
    package: &PackageJson,
    target: &str,
    found: &Match<'_>,
    referrer: Referrer<'_>,
) -> Result<ResolveError> {
    let base = referrer.base_path()?;
    let folder = folder_with_slash(package);
    Ok(ResolveError::invalid_target(&folder, found.key, target, found.internal, base.as_deref()))
}

fn invalid_subpath(package: &PackageJson, found: &Match<'_>, referrer: Referrer<'_>) -> Result<ResolveError> {
    let field = if found.internal { "imports" } else { "exports" };
    let reason = format!(
        "request is not a valid match in pattern \"{}\" for the \"{field}\" resolution of {}",
        found.key, package.path
    );
    let base = referrer.base_path()?;
    Ok(ResolveError::invalid_specifier(&found.request(), &reason, base.as_deref()))
}

/// Whether `exports` is the target of "." itself rather than a map of subpaths.
fn is_main_sugar(exports: &Value, package: &PackageJson, referrer: Referrer<'_>) -> Result<bool> {
    let Value::Object(map) = exports else { return Ok(exports.is_string() || exports.is_array()) };
    let mut kinds = map.keys().map(|key| !key.starts_with('.'));
    let Some(first) = kinds.next() else { return Ok(false) };
    if kinds.all(|kind| kind == first) {
        return Ok(first);
    }
    let base = referrer.base.map(Location::href);
    let reason = "\"exports\" cannot contain some keys starting with '.' and some not. The exports object must either \
                  be an object of package subpath keys or an object of main entry condition name keys only.";
    Err(ResolveError::invalid_package_config(&package.path, base.as_deref(), Some(reason)))
}

/// The most specific pattern that matches, and what its `*` matched.
fn best_pattern<'a>(map: &'a Map<String, Value>, subpath: &'a str) -> Option<(&'a str, &'a str)> {
    let mut best: Option<(&str, &str)> = None;
    for key in map.keys() {
        let Some((head, tail)) = key.split_once('*') else { continue };
        let matches = !tail.contains('*')
            && subpath.len() >= key.len()
            && subpath.starts_with(head)
            && subpath[head.len()..].ends_with(tail);
        // The longer prefix wins, then the longer key; of equal ones the first.
        let rank = (head.len(), key.len());
        if matches && best.is_none_or(|(key, _)| rank > (key.find('*').unwrap_or(0), key.len())) {
            best = Some((key, &subpath[head.len()..subpath.len() - tail.len()]));
        }
    }
    best
}

/// A property name that is an array index.
fn is_array_index(key: &str) -> bool {
    key.parse::<u32>().is_ok_and(|number| number < u32::MAX && number.to_string() == key)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BadSegment {
    None,
    /// Deprecated, still allowed.
    Empty,
    /// `.`, `..` or `node_modules`, however encoded.
    Forbidden,
}

fn bad_segment(path: &str) -> BadSegment {
    let judge = |segment: &str| match plain_ascii(segment).as_str() {
        "" => BadSegment::Empty,
        "." | ".." | "node_modules" => BadSegment::Forbidden,
        _ => BadSegment::None,
    };
    path.split(['/', '\\']).map(judge).max().unwrap_or(BadSegment::None)
}

/// The segment with ASCII percent escapes decoded, in lower case.
fn plain_ascii(segment: &str) -> String {
    let bytes = segment.as_bytes();
    let mut plain = String::with_capacity(segment.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = match bytes[at..] {
            [b'%', high, low, ..] => hex_digit(high).zip(hex_digit(low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        plain.push(char::from(escape.unwrap_or(bytes[at])).to_ascii_lowercase());
        at += if escape.is_some() { 3 } else { 1 };
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_prefix_wins() {
        let map: Map<String, Value> =
            serde_json::from_str(r#"{"./*": 1, "./a/*": 2, "./a/*.js": 3, "./a/b*": 4, "./x*y*": 5}"#).unwrap();
        let best = |subpath| best_pattern(&map, subpath).map(|(key, star)| (key.to_owned(), star.to_owned()));
        assert_eq!(best("./a/c.js"), Some(("./a/*.js".into(), "c".into())));
        assert_eq!(best("./a/bc.js"), Some(("./a/b*".into(), "c.js".into())));
        assert_eq!(best("./z"), Some(("./*".into(), "z".into())));
        assert_eq!(best("."), None);
    }

    #[test]
    fn forbidden_segments_are_found_in_every_spelling() {
        for path in ["a/../b", "..", "%2e%2E/x", "x\\.\\y", "a/node_modules/b", "%6eode_%4dodules", "NODE_MODULES/x"] {
            assert!(bad_segment(path) == BadSegment::Forbidden, "{path}");
        }
        assert!(bad_segment("a//b") == BadSegment::Empty);
        assert!(bad_segment("a/b.js/...") == BadSegment::None);
    }
}
