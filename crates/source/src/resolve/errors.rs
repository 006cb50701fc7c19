//! Node's resolution errors: class, code, message and the properties that programs read.

use super::file_url::FileUrl;
use std::fmt;

/// The constructor of the error that JavaScript sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    Error,
    TypeError,
    RangeError,
    SyntaxError,
    UriError,
}

impl ErrorClass {
    pub fn name(self) -> &'static str {
        match self {
            ErrorClass::Error => "Error",
            ErrorClass::TypeError => "TypeError",
            ErrorClass::RangeError => "RangeError",
            ErrorClass::SyntaxError => "SyntaxError",
            ErrorClass::UriError => "URIError",
        }
    }
}

/// A failed resolution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolveError {
    pub class: ErrorClass,
    /// Node's code; empty for errors that have none (`SyntaxError`, `URIError`).
    pub code: &'static str,
    /// Node's message, with Node's own hint if there is one.
    pub message: String,
    /// Own properties beside `code`: `url`, `path`, `requestPath`, `input`, `base`, `module`.
    pub fields: Vec<(&'static str, String)>,
    pub cause: Option<Box<ResolveError>>,
    /// A hint of Hexloop, if Node has none: what was probably meant. It comes after the require stack, which only JavaScript
    /// knows, so it is not part of `message`.
    pub hint: Option<String>,
}

pub type Result<T> = std::result::Result<T, ResolveError>;

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "\n{hint}"))
    }
}

impl std::error::Error for ResolveError {}

pub const MODULE_NOT_FOUND: &str = "MODULE_NOT_FOUND";
pub const ERR_MODULE_NOT_FOUND: &str = "ERR_MODULE_NOT_FOUND";
pub const ERR_UNSUPPORTED_DIR_IMPORT: &str = "ERR_UNSUPPORTED_DIR_IMPORT";
pub const ERR_INVALID_PACKAGE_TARGET: &str = "ERR_INVALID_PACKAGE_TARGET";
pub const ERR_PACKAGE_PATH_NOT_EXPORTED: &str = "ERR_PACKAGE_PATH_NOT_EXPORTED";
pub const ERR_PACKAGE_IMPORT_NOT_DEFINED: &str = "ERR_PACKAGE_IMPORT_NOT_DEFINED";

impl ResolveError {
    pub fn new(class: ErrorClass, code: &'static str, message: String) -> ResolveError {
        ResolveError { class, code, message, fields: Vec::new(), cause: None, hint: None }
    }

    fn error(code: &'static str, message: String) -> ResolveError {
        ResolveError::new(ErrorClass::Error, code, message)
    }

    fn type_error(code: &'static str, message: String) -> ResolveError {
        ResolveError::new(ErrorClass::TypeError, code, message)
    }

    pub fn field(mut self, name: &'static str, value: impl Into<String>) -> ResolveError {
        self.fields.push((name, value.into()));
        self
    }

    /// For passing the error to JavaScript: every property as a string, the cause as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let mut shown = serde_json::Map::new();
        shown.insert("class".into(), self.class.name().into());
        shown.insert("code".into(), self.code.into());
        shown.insert("message".into(), self.message.clone().into());
        for (name, value) in &self.fields {
            shown.insert((*name).into(), value.clone().into());
        }
        if let Some(cause) = &self.cause {
            shown.insert("cause".into(), cause.to_json());
        }
        serde_json::Value::Object(shown)
    }

    /// `import` of a missing file.
    pub fn module_not_found(path: &str, base: &str, url: &str) -> ResolveError {
        let message = format!("Cannot find module '{path}' imported from {base}");
        ResolveError::error(ERR_MODULE_NOT_FOUND, message).field("url", url)
    }

    /// `import` of a missing package, or of one without a main file.
    pub fn package_not_found(name: &str, base: &str) -> ResolveError {
        ResolveError::error(ERR_MODULE_NOT_FOUND, format!("Cannot find package '{name}' imported from {base}"))
    }

    /// `require` of a missing module; JavaScript adds the require stack.
    pub fn cannot_find_module(request: &str) -> ResolveError {
        ResolveError::error(MODULE_NOT_FOUND, format!("Cannot find module '{request}'"))
    }

    /// `require` of a folder whose `main` is missing.
    pub fn main_not_found(file: &str, package_json: &str, request: &str) -> ResolveError {
        let message =
            format!("Cannot find module '{file}'. Please verify that the package.json has a valid \"main\" entry");
        ResolveError::error(MODULE_NOT_FOUND, message).field("path", package_json).field("requestPath", request)
    }

    pub fn directory_import(path: &str, base: &str, url: &str) -> ResolveError {
        let message = format!("Directory import '{path}' is not supported resolving ES modules imported from {base}");
        ResolveError::error(ERR_UNSUPPORTED_DIR_IMPORT, message).field("url", url)
    }

    pub fn not_exported(package: &str, subpath: &str, base: Option<&str>) -> ResolveError {
        let what = if subpath == "." {
            format!("No \"exports\" main defined in {package}package.json")
        } else {
            format!("Package subpath '{subpath}' is not defined by \"exports\" in {package}package.json")
        };
        ResolveError::error(ERR_PACKAGE_PATH_NOT_EXPORTED, what + &imported_from(base))
    }

    pub fn import_not_defined(specifier: &str, package: Option<&str>, base: &str) -> ResolveError {
        let package = package.map_or_else(String::new, |package| format!(" in package {package}package.json"));
        let message = format!("Package import specifier \"{specifier}\" is not defined{package} imported from {base}");
        ResolveError::type_error(ERR_PACKAGE_IMPORT_NOT_DEFINED, message)
    }

    pub fn invalid_specifier(request: &str, reason: &str, base: Option<&str>) -> ResolveError {
        let message = format!("Invalid module \"{request}\" {reason}{}", imported_from(base));
        ResolveError::type_error("ERR_INVALID_MODULE_SPECIFIER", message)
    }

    pub fn invalid_target(package: &str, key: &str, target: &str, internal: bool, base: Option<&str>) -> ResolveError {
        let field = if internal { "imports" } else { "exports" };
        let what = if key == "." {
            format!("Invalid \"{field}\" main target {} defined in", quoted(target))
        } else {
            format!("Invalid \"{field}\" target {} defined for '{key}' in", quoted(target))
        };
        let mut message = format!("{what} the package config {package}package.json{}", imported_from(base));
        if !internal && !target.is_empty() && !target.starts_with("./") {
            message += "; targets must start with \"./\"";
        }
        ResolveError::error(ERR_INVALID_PACKAGE_TARGET, message)
    }

    /// An invalid package.json; `importing` is what Node names after "while importing".
    pub fn invalid_package_config(path: &str, importing: Option<&str>, reason: Option<&str>) -> ResolveError {
        let importing = importing.map_or_else(String::new, |importing| format!(" while importing {importing}"));
        let reason = reason.map_or_else(String::new, |reason| format!(". {reason}"));
        ResolveError::error("ERR_INVALID_PACKAGE_CONFIG", format!("Invalid package config {path}{importing}{reason}"))
    }

    pub fn unsupported_resolve_request(specifier: &str, base: &str, cause: ResolveError) -> ResolveError {
        let message = format!(
            "Failed to resolve module specifier \"{specifier}\" from \"{base}\": Invalid relative URL or base scheme is \
             not hierarchical."
        );
        let mut error = ResolveError::type_error("ERR_UNSUPPORTED_RESOLVE_REQUEST", message);
        error.cause = Some(Box::new(cause));
        error
    }

    pub fn invalid_url(input: &str, base: Option<&str>) -> ResolveError {
        let error = ResolveError::type_error("ERR_INVALID_URL", "Invalid URL".to_owned()).field("input", input);
        match base {
            Some(base) => error.field("base", base),
            None => error,
        }
    }

    pub fn invalid_url_scheme() -> ResolveError {
        ResolveError::type_error("ERR_INVALID_URL_SCHEME", "The URL must be of scheme file".to_owned())
    }

    pub fn invalid_file_url_host() -> ResolveError {
        let system = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
        let message = format!("File URL host must be \"localhost\" or empty on {system}");
        ResolveError::type_error("ERR_INVALID_FILE_URL_HOST", message)
    }

    pub fn encoded_slash_in_file_url(url: &FileUrl) -> ResolveError {
        let message = "File URL path must not include encoded / characters".to_owned();
        ResolveError::type_error("ERR_INVALID_FILE_URL_PATH", message).field("input", url.href())
    }

    pub fn malformed_uri() -> ResolveError {
        ResolveError::new(ErrorClass::UriError, "", "URI malformed".to_owned())
    }

    pub fn unknown_extension(extension: &str, path: &str) -> ResolveError {
        let message = format!("Unknown file extension \"{extension}\" for {path}");
        ResolveError::type_error("ERR_UNKNOWN_FILE_EXTENSION", message)
    }

    pub fn unknown_builtin(name: &str) -> ResolveError {
        ResolveError::error("ERR_UNKNOWN_BUILTIN_MODULE", format!("No such built-in module: {name}"))
    }

    pub fn unknown_format(format: &str, url: &str) -> ResolveError {
        let message = format!("Unknown module format: {format} for URL {url}");
        ResolveError::new(ErrorClass::RangeError, "ERR_UNKNOWN_MODULE_FORMAT", message)
    }

    /// `http:` and `https:` pass Node's first check and fail its second, whose list is shorter.
    pub fn unsupported_scheme(scheme: &str) -> ResolveError {
        let supported = if matches!(scheme, "http" | "https") { "file and data" } else { "file, data, and node" };
        let message = format!(
            "Only URLs with a scheme in: {supported} are supported by the default ESM loader. Received protocol \
             '{scheme}:'"
        );
        ResolveError::error("ERR_UNSUPPORTED_ESM_URL_SCHEME", message)
    }
}

fn imported_from(base: Option<&str>) -> String {
    base.map_or_else(String::new, |base| format!(" imported from {base}"))
}

/// `JSON.stringify(text)`.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
