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

/// A file's text as the engine can have it; none if it can have the text itself. `goal`: what the file is, where that is
/// known before its text is.
pub fn strip(source: &str, path: &str, goal: Option<Goal>) -> Result<Option<Stripped>, Throw> {
    let language = Language::of(path);
    if !language.needs_strip() {
        return Ok(lower(source, path, goal));
    }
    let configuration = CONFIGURATIONS
        .with_borrow_mut(|configurations| configurations.of(Path::new(path)))
        .map_err(|error| config_error(&error))?;
    let defaults = CompilerOptions::default();
    let compiler = configuration.as_ref().map_or(&defaults, |configuration| &configuration.options);
    let options = StripOptions { path, language, goal, compiler, strip_only: false };
    let stripped = hexloop_source::strip_cached(source, &options).or_else(|error| {
        // What only CommonJS may do, such as return at the top level, says what the file is.
        let options = StripOptions { goal: Some(Goal::CommonJs), ..options };
        if goal.is_none() { hexloop_source::strip_cached(source, &options).map_err(|_| error) } else { Err(error) }
    });
    stripped.map(Some).map_err(|error| syntax_error(&error))
}

/// JavaScript needs nothing, unless it says `using`. What does not parse is left for the engine to refuse.
fn lower(source: &str, path: &str, goal: Option<Goal>) -> Option<Stripped> {
    if !hexloop_source::mentions_using(source.as_bytes()) {
        return None;
    }
    let compiler = CompilerOptions::default();
    let options = StripOptions { path, language: Language::JavaScript, goal, compiler: &compiler, strip_only: false };
    hexloop_source::strip_cached(source, &options).ok().filter(|lowered| lowered.code != source)
}

fn config_error(error: &TsConfigError) -> Throw {
    Throw::error(error.to_string()).text("code", "ERR_INVALID_TSCONFIG")
}

/// The error as Node throws it, with its code in the first line of the stack.
pub fn syntax_error(error: &TypeScriptError) -> Throw {
    let head = format!("SyntaxError [{}]: {}", error.code, error.error.message);
    let plain = format!("SyntaxError: {}", error.error.message);
    let stack = error.error.render().replace(&plain, &head);
    Throw::new(ErrorClass::SyntaxError, error.error.message.clone()).text("stack", stack).text("code", error.code)
}
