//! `tsconfig.json`, as far as it affects a program at run time: path aliases, how JSX is compiled, which decorators are used, and
//! which imports are elided.
//!
//! ```text
//!   find     the nearest tsconfig.json at or above a file; none inside node_modules
//!   read     JSON with comments and trailing commas, and the configurations it extends, the last one winning
//!   paths    a specifier → the candidate files (`paths`, `baseUrl`)
//! ```
//!
//! Everything else in the file (strictness, output folders, file lists) is for the type checker and is ignored.

mod find;
mod find_base;
mod paths;
mod read;

use std::fmt;
use std::path::{Path, PathBuf};

pub use find::TsConfigs;
pub use paths::PathAliases;

/// The settings of one `tsconfig.json`, merged with those it extends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TsConfig {
    /// The file that was found, not those it extends.
    pub path: PathBuf,
    pub options: CompilerOptions,
    pub aliases: PathAliases,
}

/// The `compilerOptions` that affect a program at run time; `None` if not set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompilerOptions {
    pub jsx: Option<JsxEmit>,
    pub jsx_import_source: Option<String>,
    pub jsx_factory: Option<String>,
    pub jsx_fragment_factory: Option<String>,
    pub experimental_decorators: Option<bool>,
    pub emit_decorator_metadata: Option<bool>,
    pub use_define_for_class_fields: Option<bool>,
    pub verbatim_module_syntax: Option<bool>,
    /// The older setting that `verbatimModuleSyntax` replaced.
    pub preserve_value_imports: Option<bool>,
    pub strict: Option<bool>,
    pub strict_null_checks: Option<bool>,
    /// In lower case: `es5`, `es2022`, `esnext`.
    pub target: Option<String>,
}

/// The values of `jsx`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsxEmit {
    /// `React.createElement(…)`.
    React,
    /// `jsx(…)` from `react/jsx-runtime`.
    ReactJsx,
    /// `jsxDEV(…)` from `react/jsx-dev-runtime`.
    ReactJsxDev,
    /// For another tool, which does not run here: treated as not set.
    Preserve,
    ReactNative,
}

/// An error in a configuration, and its position. `line` and `column` are 1-based; both are 0 if the error concerns the whole
/// file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TsConfigError {
    pub path: PathBuf,
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl TsConfig {
    /// Reads a configuration and those it extends.
    pub fn read(path: &Path) -> Result<TsConfig, TsConfigError> {
        read::read(path)
    }

    /// The candidate files for a bare specifier, best first, without added extensions; none if no alias matches. Relative
    /// specifiers, URLs and `node:` names are never aliases.
    pub fn candidates(&self, specifier: &str) -> Vec<PathBuf> {
        self.aliases.candidates(specifier)
    }
}

impl CompilerOptions {
    /// TypeScript's rule: fields are defined, not assigned, unless the target is older than ES2022.
    pub fn defines_class_fields(&self) -> bool {
        self.use_define_for_class_fields.unwrap_or_else(|| match self.target.as_deref() {
            None | Some("esnext") => true,
            Some(target) => {
                target.strip_prefix("es").and_then(|year| year.parse().ok()).is_some_and(|year: u32| year >= 2022)
            }
        })
    }

    /// Whether an import that is only used as a type is kept.
    pub fn keeps_unused_imports(&self) -> bool {
        self.verbatim_module_syntax.unwrap_or(false) || self.preserve_value_imports.unwrap_or(false)
    }

    pub fn checks_null_strictly(&self) -> bool {
        self.strict_null_checks.or(self.strict).unwrap_or(false)
    }
}

impl fmt::Display for TsConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for TsConfigError {}
