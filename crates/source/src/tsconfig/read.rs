//! One configuration file and the chain of those it extends.
//!
//! A setting of the file overrides that of the files it extends, a later base overrides an earlier one. Paths are relative to the
//! file that contains them: `baseUrl` and `paths` of a base are relative to the base's folder, unless they use `${configDir}`,
//! which is the folder of the requested file.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::paths::{Pattern, clean};
use super::{CompilerOptions, JsxEmit, PathAliases, TsConfig, TsConfigError};

pub(super) fn read(path: &Path) -> Result<TsConfig, TsConfigError> {
    let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
    let mut reader = Reader { config_folder: folder, config: TsConfig::default(), chain: Vec::new() };
    reader.read(path)?;
    Ok(TsConfig { path: path.to_owned(), ..reader.config })
}

struct Reader {
    /// The value of `${configDir}`.
    config_folder: PathBuf,
    config: TsConfig,
    /// The files that are being read, each extended by the one before.
    chain: Vec<PathBuf>,
}

impl Reader {
    /// Bases first, then the file itself.
    fn read(&mut self, path: &Path) -> Result<(), TsConfigError> {
        if self.chain.iter().any(|known| known == path) {
            let chain: Vec<String> =
                self.chain.iter().map(PathBuf::as_path).chain([path]).map(|path| path.display().to_string()).collect();
            let message = format!("Circularity detected while resolving configuration: {}", chain.join(" -> "));
            return Err(whole_file(path, message));
        }
        self.chain.push(path.to_owned());
        let text = std::fs::read(path).map_err(|error| whole_file(path, format!("Cannot read file: {error}")))?;
        let text = String::from_utf8_lossy(&text);
        let root = parse(path, &text)?;
        let folder = path.parent().unwrap_or(Path::new("/"));
        for base in bases(path, &text, &root)? {
            let Some(found) = super::find_base::find(folder, base) else {
                return Err(at_text(path, &text, base, format!("File '{base}' not found")));
            };
            self.read(&found)?;
        }
        match root.get("compilerOptions") {
            None | Some(Value::Null) => {}
            Some(Value::Object(written)) => self.apply(path, &text, folder, written)?,
            Some(_) => return Err(at_text(path, &text, "compilerOptions", wrong_type("compilerOptions", "object"))),
        }
        self.chain.pop();
        Ok(())
    }

    fn apply(
        &mut self,
        path: &Path,
        text: &str,
        folder: &Path,
        written: &Map<String, Value>,
    ) -> Result<(), TsConfigError> {
        let fields = Fields { path, text, written };
        let options = &mut self.config.options;
        fields.flag("experimentalDecorators", &mut options.experimental_decorators)?;
        fields.flag("emitDecoratorMetadata", &mut options.emit_decorator_metadata)?;
        fields.flag("useDefineForClassFields", &mut options.use_define_for_class_fields)?;
        fields.flag("verbatimModuleSyntax", &mut options.verbatim_module_syntax)?;
        fields.flag("preserveValueImports", &mut options.preserve_value_imports)?;
        fields.flag("strict", &mut options.strict)?;
        fields.flag("strictNullChecks", &mut options.strict_null_checks)?;
        fields.word("jsxImportSource", &mut options.jsx_import_source)?;
        fields.word("jsxFactory", &mut options.jsx_factory)?;
        fields.word("jsxFragmentFactory", &mut options.jsx_fragment_factory)?;
        fields.word("target", &mut options.target)?;
        options.target = options.target.take().map(|target| target.to_ascii_lowercase());
        fields.jsx(options)?;
        fields.older_jsx_namespace(options)?;
        let mut base_url = None;
        fields.word("baseUrl", &mut base_url)?;
        if let Some(base_url) = base_url {
            self.config.aliases.base_url = Some(clean(&folder.join(self.with_folder(&base_url))));
        }
        if let Some(mut patterns) = fields.paths()? {
            for target in patterns.iter_mut().flat_map(|pattern| &mut pattern.targets) {
                *target = self.with_folder(target);
            }
            self.config.aliases = PathAliases { patterns, folder: folder.to_owned(), ..self.config.aliases.clone() };
        }
        Ok(())
    }

    fn with_folder(&self, path: &str) -> String {
        match path.strip_prefix("${configDir}") {
            Some(rest) => format!("{}{rest}", self.config_folder.display()),
            None => path.to_owned(),
        }
    }
}

/// The `compilerOptions` of one file, for messages with a position.
struct Fields<'f> {
    path: &'f Path,
    text: &'f str,
    written: &'f Map<String, Value>,
}

impl Fields<'_> {
    /// `null` resets a base's setting.
    fn flag(&self, name: &str, into: &mut Option<bool>) -> Result<(), TsConfigError> {
        match self.written.get(name) {
            None => {}
            Some(Value::Null) => *into = None,
            Some(Value::Bool(value)) => *into = Some(*value),
            Some(_) => return Err(self.wrong(name, "boolean")),
        }
        Ok(())
    }

    fn word(&self, name: &str, into: &mut Option<String>) -> Result<(), TsConfigError> {
        match self.written.get(name) {
            None => {}
            Some(Value::Null) => *into = None,
            Some(Value::String(value)) => *into = Some(value.clone()),
            Some(_) => return Err(self.wrong(name, "string")),
        }
        Ok(())
    }

    fn jsx(&self, options: &mut CompilerOptions) -> Result<(), TsConfigError> {
        let mut word = None;
        self.word("jsx", &mut word)?;
        let Some(word) = word else { return Ok(()) };
        options.jsx = Some(match word.to_ascii_lowercase().as_str() {
            "react" => JsxEmit::React,
            "react-jsx" => JsxEmit::ReactJsx,
            "react-jsxdev" => JsxEmit::ReactJsxDev,
            "preserve" => JsxEmit::Preserve,
            "react-native" => JsxEmit::ReactNative,
            _ => {
                let message = "Argument for '--jsx' option must be: 'preserve', 'react-native', 'react-jsx', \
                               'react-jsxdev', 'react'";
                return Err(at_text(self.path, self.text, "jsx", message.to_owned()));
            }
        });
        Ok(())
    }

    /// `reactNamespace`, the predecessor of `jsxFactory`.
    fn older_jsx_namespace(&self, options: &mut CompilerOptions) -> Result<(), TsConfigError> {
        let mut namespace = None;
        self.word("reactNamespace", &mut namespace)?;
        if let Some(namespace) = namespace.filter(|_| options.jsx_factory.is_none()) {
            options.jsx_factory = Some(format!("{namespace}.createElement"));
            options.jsx_fragment_factory.get_or_insert(format!("{namespace}.Fragment"));
        }
        Ok(())
    }

    fn paths(&self) -> Result<Option<Vec<Pattern>>, TsConfigError> {
        let Some(paths) = self.written.get("paths") else { return Ok(None) };
        let paths = match paths {
            Value::Null => return Ok(Some(Vec::new())),
            Value::Object(paths) => paths,
            _ => return Err(self.wrong("paths", "object")),
        };
        let pattern = |(text, targets): (&String, &Value)| {
            let problem = |message: String| at_text(self.path, self.text, text, message);
            if text.matches('*').count() > 1 {
                return Err(problem(format!("Pattern '{text}' can have at most one '*' character.")));
            }
            let Value::Array(targets) = targets else {
                return Err(problem(format!("Substitutions for pattern '{text}' should be an array.")));
            };
            let target = |target: &Value| match target {
                Value::String(target) if target.matches('*').count() <= 1 => Ok(target.clone()),
                Value::String(target) => Err(problem(format!(
                    "Substitution '{target}' in pattern '{text}' can have at most one '*' character."
                ))),
                other => Err(problem(format!(
                    "Substitution '{other}' for pattern '{text}' has incorrect type, expected 'string'."
                ))),
            };
            let targets = targets.iter().map(target).collect::<Result<_, _>>()?;
            Ok(Pattern { text: text.clone(), targets })
        };
        paths.iter().map(pattern).collect::<Result<_, _>>().map(Some)
    }

    fn wrong(&self, name: &str, expected: &str) -> TsConfigError {
        at_text(self.path, self.text, name, wrong_type(name, expected))
    }
}

fn wrong_type(name: &str, expected: &str) -> String {
    format!("Compiler option '{name}' requires a value of type {expected}.")
}

/// Comments and trailing commas become blanks, so the positions of the JSON parser are those of the file.
fn parse(path: &Path, text: &str) -> Result<Map<String, Value>, TsConfigError> {
    let mut json = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
    if json_strip_comments::strip(&mut json).is_err() {
        return Err(whole_file(path, "A comment is not closed".to_owned()));
    }
    // TypeScript treats an empty file as an empty object.
    if json.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(&json) {
        Ok(Value::Object(root)) => Ok(root),
        Ok(_) => Err(TsConfigError {
            path: path.to_owned(),
            line: 1,
            column: 1,
            message: "The root value of a configuration must be an object".to_owned(),
        }),
        Err(error) => {
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            let (line, column) = (error.line() as u32, error.column().max(1) as u32);
            Err(TsConfigError { path: path.to_owned(), line, column, message: format!("Invalid JSON: {message}") })
        }
    }
}

/// What a file extends: a name or a list of names.
fn bases<'r>(path: &Path, text: &str, root: &'r Map<String, Value>) -> Result<Vec<&'r str>, TsConfigError> {
    let problem = || at_text(path, text, "extends", wrong_type("extends", "string or Array"));
    match root.get("extends") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(base)) => Ok(vec![base]),
        Some(Value::Array(bases)) => bases.iter().map(|base| base.as_str().ok_or_else(problem)).collect(),
        Some(_) => Err(problem()),
    }
}

fn whole_file(path: &Path, message: String) -> TsConfigError {
    TsConfigError { path: path.to_owned(), line: 0, column: 0, message }
}

/// An error at `word`, a key or a value of the file.
fn at_text(path: &Path, text: &str, word: &str, message: String) -> TsConfigError {
    let quoted = format!("\"{word}\"");
    let Some(offset) = text.find(&quoted) else { return whole_file(path, message) };
    let position = crate::lines::position(text, offset);
    TsConfigError { path: path.to_owned(), line: position.line, column: position.column, message }
}
