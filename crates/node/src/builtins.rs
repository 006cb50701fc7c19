//! The JavaScript files of `lib/`, by id (`events`, `timers/promises`, `loop/ticks`).
//!
//! A release binary carries them inside. A debug build, and a release build with the feature `lib-from-disk`, reads them from the source
//! tree or from `$HEXLOOP_LIB`, so that editing JavaScript needs no compiler.

use std::borrow::Cow;

pub(crate) static TABLE: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/builtins.rs"));

/// The modules that `require` accepts, with or without `node:`. Everything else in `lib/` is internal.
pub const PUBLIC: &[&str] = &[
    "_http_agent",
    "_http_client",
    "_http_common",
    "_http_incoming",
    "_http_outgoing",
    "_http_server",
    "assert",
    "assert/strict",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "dns/promises",
    "domain",
    "events",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "module",
    "net",
    "os",
    "path",
    "path/posix",
    "path/win32",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "readline/promises",
    "stream",
    "stream/consumers",
    "stream/promises",
    "stream/web",
    "string_decoder",
    "sys",
    "test",
    "timers",
    "timers/promises",
    "tls",
    "tty",
    "url",
    "util",
    "util/types",
    "v8",
    "vm",
    "worker_threads",
    "zlib",
];

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

/// The public modules that exist; requiring a name without a file throws.
pub fn public() -> impl Iterator<Item = &'static str> {
    PUBLIC.iter().copied().filter(|id| source(id).is_some())
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
    hexloop_source::resolve::SCHEME_ONLY_BUILTINS.contains(&name)
}

pub fn is_public(id: &str) -> bool {
    PUBLIC.contains(&id) && source(id).is_some()
}
