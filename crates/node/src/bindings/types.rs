//! `binding('types')`: compiles TypeScript and JSX to JavaScript.

use super::Binding;
use crate::typescript;
use hexloop_engine::{Answer, Call};
use hexloop_source::{CompilerOptions, Language, StripOptions};

pub fn fill(binding: &Binding<'_>) {
    binding.unlocked("strip", strip);
}

/// `strip(code, mode, sourceMap, sourceUrl)` of `module.stripTypeScriptTypes()`.
fn strip<'c>(call: &Call<'c>) -> Answer<'c> {
    let (source, mode, url) = (call.text(0)?, call.text(1)?, call.text(3)?);
    let compiler = CompilerOptions { verbatim_module_syntax: Some(true), ..CompilerOptions::default() };
    let language = Language::TypeScript;
    let strip_only = mode == "strip";
    let options = StripOptions { path: &url, language, goal: None, compiler: &compiler, strip_only };
    let stripped = hexloop_source::strip(&source, &options).map_err(|error| typescript::syntax_error(&error))?;
    let mut code = stripped.code;
    if call.boolean(2)
        && let Some(map) = &stripped.map
    {
        code.push_str(&format!("\n\n//# sourceMappingURL={}", map.to_data_url()));
    }
    if !url.is_empty() {
        code.push_str(&format!("\n\n//# sourceURL={url}"));
    }
    Ok(code.into())
}
