//! TypeScript and JSX on their way to the engine: stripped with the settings of the nearest `tsconfig.json`.

use hexloop_engine::{ErrorClass, Throw};
use hexloop_source::{
    CompilerOptions, Goal, Language, StripOptions, Stripped, TsConfigError, TsConfigs, TypeScriptError,
};
use std::cell::RefCell;
use std::path::Path;

thread_local! {
    static CONFIGURATIONS: RefCell<TsConfigs> = RefCell::new(TsConfigs::new());
}

/// A file's text as JavaScript; none if its name says that it is JavaScript already. `goal`: what the file is, where that
/// is known before its text is.
pub fn strip(source: &str, path: &str, goal: Option<Goal>) -> Result<Option<Stripped>, Throw> {
    let language = Language::of(path);
    if !language.needs_strip() {
        return Ok(None);
    }
    let configuration = CONFIGURATIONS
        .with_borrow_mut(|configurations| configurations.of(Path::new(path)))
        .map_err(|error| bad_configuration(&error))?;
    let defaults = CompilerOptions::default();
    let compiler = configuration.as_ref().map_or(&defaults, |configuration| &configuration.options);
    let options = StripOptions { path, language, goal, compiler, strip_only: false };
    hexloop_source::strip(source, &options).map(Some).map_err(bad_text)
}

fn bad_configuration(error: &TsConfigError) -> Throw {
    Throw::error(error.to_string()).text("code", "ERR_INVALID_TSCONFIG")
}

fn bad_text(error: TypeScriptError) -> Throw {
    Throw::new(ErrorClass::SyntaxError, error.error.message.clone())
        .text("stack", error.error.render())
        .text("code", error.code)
}
