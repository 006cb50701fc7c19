//! Module resolution: from a specifier such as `./a.js`, `lodash/fp`, `#config`, `node:fs` to a file.
//!
//! Node has two algorithms, which differ in more than their errors. `import` works on URLs: `%20`, queries and fragments are
//! significant, extensions are mandatory, directories are rejected ([`import`]). `require` works on paths: extensions, `index` and
//! `main` are tried, NODE_PATH and a program's own lookup paths are searched ([`require`]). Both share `exports` and `imports` of a
//! package ([`exports`]) and package.json ([`package_json`]).
//!
//! ```text
//!   import ──▶ relative, absolute, URL ────────────────────────────────▶ finish: is a file? real path, format
//!          ├─▶ '#name' ── imports ──┬─▶ target ──▶ (another package) ─┘
//!          └─▶ 'name/sub' ── node_modules upwards ── exports ┘  or main
//!   require ─▶ '#name', itself by name ── the same exports/imports ──▶ is a file? real path
//!          └─▶ each lookup folder: exports, file, file + extension, folder's main or index
//! ```
//!
//! The crate `oxc_resolver` (11.24) was tried first, on the requests of `tests/resolve/cases.txt`, with one set of options for
//! `import` and one for `require`. Of 253 that Node resolves it resolved 189 to the same file; of 291 that Node rejects it rejected
//! 271. Some of the rest is encoding, which a layer around it could fix. What a layer cannot fix: its `import` works on paths, so
//! `%20`, `?` and `\` have another meaning; its package.json has to be valid JSON where Node skips what it does not need; its
//! errors lack Node's codes, messages and fields; and it caches misses (a file written after a miss stayed missing until the whole
//! cache was cleared). The remaining part would have been smaller than the algorithms themselves, which are here, one file each.
//!
//! Cost: a known relative import is one `lstat`, a known package two or three. Best of five rounds of 20,000, on a loaded host
//! where an `lstat` takes 6.4 µs: 7.1 µs for `./lib/a.mjs` (Node's own resolve: 27), 14 to 18 for packages (Node: 127 to 313).
//!
//! Cached: package.json files that were read, the real paths of folders. Never a miss.

mod builtins;
mod errors;
mod exports;
mod file_url;
mod files;
mod format;
mod hints;
mod import;
mod package_json;
mod require;
mod typescript;

pub use builtins::{NODE_BUILTINS, SCHEME_ONLY_BUILTINS};
pub use errors::{ErrorClass, ResolveError};
pub use format::{Format, FormatKind};
pub use import::ResolvedImport;
pub use package_json::{PackageJson, PackageType};
pub use require::{EXTENSIONS, RequireRequest, global_folders, node_module_paths};

use crate::TsConfigs;
use files::Files;
use package_json::Packages;
use std::cell::RefCell;
use std::collections::HashSet;

/// How the process was started.
#[derive(Clone, Debug)]
pub struct ResolveOptions {
    /// From `--conditions`.
    pub conditions: Vec<String>,
    pub preserve_symlinks: bool,
    pub preserve_symlinks_main: bool,
    /// Where `require` searches last; see [`global_folders`].
    pub global_folders: Vec<String>,
    /// Whether a name without `node:` is a built-in module of Hexloop.
    pub builtins: fn(&str) -> bool,
}

/// A deprecation warning that Node prints for a request that it resolves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub code: &'static str,
    pub message: String,
}

/// Resolves requests of `import` and `require`, with caches. One per thread.
pub struct Resolver {
    options: ResolveOptions,
    import_conditions: Vec<String>,
    require_conditions: Vec<String>,
    files: Files,
    packages: Packages,
    tsconfigs: RefCell<TsConfigs>,
    warnings: RefCell<Vec<Warning>>,
    warned: RefCell<HashSet<String>>,
}

impl Resolver {
    pub fn new(options: ResolveOptions) -> Resolver {
        let conditions = |first: [&str; 4]| {
            let own = first.into_iter().map(str::to_owned);
            own.chain(options.conditions.iter().cloned()).collect()
        };
        Resolver {
            import_conditions: conditions(["node", "import", "module-sync", "node-addons"]),
            require_conditions: conditions(["require", "node", "node-addons", "module-sync"]),
            options,
            files: Files::default(),
            packages: Packages::default(),
            tsconfigs: RefCell::default(),
            warnings: RefCell::default(),
            warned: RefCell::default(),
        }
    }

    /// The conditions of `import`, in Node's order (`context.conditions` of a resolve hook).
    pub fn import_conditions(&self) -> &[String] {
        &self.import_conditions
    }

    pub fn require_conditions(&self) -> &[String] {
        &self.require_conditions
    }

    /// Clears all caches.
    pub fn clear(&self) {
        self.files.clear();
        self.packages.clear();
        self.tsconfigs.borrow_mut().clear();
    }

    /// The warnings since the last call.
    pub fn take_warnings(&self) -> Vec<Warning> {
        self.warnings.take()
    }

    pub fn has_warnings(&self) -> bool {
        !self.warnings.borrow().is_empty()
    }

    fn warn(&self, warning: Warning) {
        self.warnings.borrow_mut().push(warning);
    }

    fn first_time(&self, key: &str) -> bool {
        self.warned.borrow_mut().insert(key.to_owned())
    }
}
