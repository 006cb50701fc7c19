//! Strips TypeScript and JSX, with the settings of the nearest `tsconfig.json`.

use hexloop_engine::{ErrorClass, Throw};
use hexloop_source::{
    CompilerOptions, Goal, Language, StripOptions, Stripped, TsConfigError, TsConfigs, TypeScriptError,
};
use std::cell::RefCell;
use std::path::Path;

thread_local! {
    static CONFIGURATIONS: RefCell<TsConfigs> = RefCell::new(TsConfigs::new());
}

/// The source as the engine accepts it; None if it needs no change. `goal`: the format of the file, if known before it
/// is parsed.
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
        // Syntax that only CommonJS allows, such as a top-level return, determines the format.
        let options = StripOptions { goal: Some(Goal::CommonJs), ..options };
        if goal.is_none() { hexloop_source::strip_cached(source, &options).map_err(|_| error) } else { Err(error) }
    });
    stripped.map(Some).map_err(|error| syntax_error(&error))
}

/// JavaScript is only changed if it uses `using`. Syntax errors are left to the engine.
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
