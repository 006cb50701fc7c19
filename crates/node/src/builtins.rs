//! The JavaScript files of `lib/`, by id (`events`, `timers/promises`, `loop/ticks`).
//!
//! A release binary carries them inside. A debug build, and a release build with the feature `lib-from-disk`, reads them from the source
//! tree or from `$HEXLOOP_LIB`, so that editing JavaScript needs no compiler.

use hexloop_source::resolve::{NODE_BUILTINS, SCHEME_ONLY_BUILTINS};
use std::borrow::Cow;

pub(crate) static TABLE: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/builtins.rs"));

pub fn source(id: &str) -> Option<Cow<'static, str>> {
    if cfg!(any(debug_assertions, feature = "lib-from-disk")) {
        let lib =
            std::env::var("HEXLOOP_LIB").unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/lib").to_owned());
        if let Ok(text) = std::fs::read_to_string(format!("{lib}/{id}.js")) {
            return Some(Cow::Owned(text));
        }
    }
    let at = TABLE.binary_search_by(|(name, _)| (*name).cmp(id)).ok()?;
    Some(Cow::Borrowed(TABLE[at].1))
}

/// The modules that `require` accepts, with or without `node:`: those of Node that `lib/` has a file for. Everything else in `lib/` is
/// internal.
pub fn public() -> impl Iterator<Item = &'static str> {
    NODE_BUILTINS.iter().copied().filter(|id| source(id).is_some())
}

/// `fs`, `node:fs`, `node:test`; not `test`, which is the name of a package.
pub fn is_requirable(id: &str) -> bool {
    match id.strip_prefix("node:") {
        Some(name) => is_public(name),
        None => !needs_scheme(id) && is_public(id),
    }
}

/// The name in `module.builtinModules`.
pub fn listed(name: &str) -> String {
    if needs_scheme(name) { format!("node:{name}") } else { name.to_owned() }
}

fn needs_scheme(name: &str) -> bool {
    SCHEME_ONLY_BUILTINS.contains(&name)
}

/// Whether Node has a module of that name.
pub fn is_name(id: &str) -> bool {
    NODE_BUILTINS.binary_search(&id).is_ok()
}

pub fn is_public(id: &str) -> bool {
    is_name(id) && source(id).is_some()
}
