//! The names of Node's own modules.

use super::Resolver;

/// Every public module of Node 26 (`module.builtinModules`), sorted.
pub const NODE_BUILTINS: [&str; 67] = [
    "_http_agent",
    "_http_client",
    "_http_common",
    "_http_incoming",
    "_http_outgoing",
    "_http_server",
    "_tls_common",
    "_tls_wrap",
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
    "ffi",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "inspector",
    "inspector/promises",
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
    "repl",
    "sea",
    "sqlite",
    "stream",
    "stream/consumers",
    "stream/promises",
    "stream/web",
    "string_decoder",
    "sys",
    "test",
    "test/reporters",
    "timers",
    "timers/promises",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "util/types",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

/// Those that require the `node:` scheme: `test` without it is a package from npm.
pub const SCHEME_ONLY_BUILTINS: [&str; 5] = ["ffi", "sea", "sqlite", "test", "test/reporters"];

/// Whether `import 'name'` would be a built-in module in Node.
pub fn is_node_builtin(name: &str) -> bool {
    NODE_BUILTINS.binary_search(&name).is_ok() && !SCHEME_ONLY_BUILTINS.contains(&name)
}

impl Resolver {
    /// `fs`, not `test`.
    pub(super) fn is_builtin_without_scheme(&self, name: &str) -> bool {
        !SCHEME_ONLY_BUILTINS.contains(&name) && (self.options.builtins)(name)
    }

    /// `fs`, `node:fs`, `node:test`.
    pub(super) fn is_requirable_builtin(&self, request: &str) -> bool {
        match request.strip_prefix("node:") {
            Some(name) => (self.options.builtins)(name),
            None => self.is_builtin_without_scheme(request),
        }
    }
}
