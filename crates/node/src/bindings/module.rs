//! `binding('module')`: finding, reading and compiling the files of a program.

use super::Binding;
use crate::builtins;
use crate::host::host;
use crate::options::AwaitRule;
use crate::source_text::source_text;
use crate::sources;
use crate::system_error::SystemError;
use crate::typescript;
use hexloop_engine::stack::MODULE_FRAME;
use hexloop_engine::{Answer, Call, ErrorClass, Object, Throw, Value};
use hexloop_source::{AsyncContext, Goal, LegacyAwait, Rewrites, Transformed};

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("publicModules", |call| {
            let names: Vec<Value<'_>> = builtins::public().map(|name| Value::string(call.cx(), name)).collect();
            Ok(Object::array(call.cx(), &names)?.into())
        })
        .function("isPublic", |call| Ok(builtins::is_public(&call.text(0)?).into()))
        .function("resolvePath", |call| Ok(resolve_path(&call.text(0)?, &call.text(1)?).into()))
        .function("stat", |call| {
            let kind = std::fs::metadata(call.text(0)?).map(|metadata| metadata.is_dir());
            Ok(match kind {
                Ok(false) => 0,
                Ok(true) => 1,
                Err(_) => -1,
            }
            .into())
        })
        .function("realpath", |call| {
            let path = call.text(0)?;
            let real = std::fs::canonicalize(&path)
                .map_err(|error| SystemError::from_io(&error, "realpath").path(&path).to_throw())?;
            Ok(real.to_string_lossy().into_owned().into())
        })
        .function("readText", |call| {
            let path = call.text(0)?;
            let bytes =
                std::fs::read(&path).map_err(|error| SystemError::from_io(&error, "open").path(&path).to_throw())?;
            Ok(source_text(bytes, &path).into())
        })
        .function("needsModuleGoal", |call| {
            let (source, filename) = (call.text(0)?, call.text(1)?);
            let stripped = typescript::strip(&source, &filename, None)?;
            let text = stripped.as_ref().map_or(&source, |stripped| &stripped.code);
            let is_module = filename.ends_with(".mjs") || filename.ends_with(".mts");
            Ok((is_module || hexloop_source::needs_module_goal(text)).into())
        })
        .function("compile", compile)
        .function("compileModule", compile_module)
        .function("evaluate", evaluate);
}

/// `path.resolve(base, request)`, without loading `path`.
fn resolve_path(base: &str, request: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let folder = || std::env::current_dir().map_or_else(|_| "/".to_owned(), |path| path.to_string_lossy().into_owned());
    let start = match (request.starts_with('/'), base.starts_with('/')) {
        (true, _) => String::new(),
        (false, true) => base.to_owned(),
        (false, false) => format!("{}/{base}", folder()),
    };
    for part in start.split('/').chain(request.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name.to_owned()),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Names that rewritten code calls, globals defined in `lib/boot.js` and `lib/boot/legacy_await.js`.
const STACK_READS: &str = "__hexloop_stack__";
const FOR_AWAIT: &str = "__hexloop_each__";
const LEGACY_AWAIT: LegacyAwait<'static> = LegacyAwait { value: "__hexloop_await__", each: "__hexloop_await_each__" };
const ASYNC_CONTEXT: AsyncContext<'static> = AsyncContext {
    keep: "__hexloop_keep__",
    operand: "__hexloop_operand__",
    back: "__hexloop_back__",
    caught: "__hexloop_caught__",
    pass: "__hexloop_pass__",
    delegate: "__hexloop_delegate__",
    saved: "__hexloop_saved__",
};

/// The rewrites of every text that a program consists of.
pub(super) fn rewrites() -> Rewrites<'static> {
    let legacy_await = (host().options.await_rule == AwaitRule::Legacy).then_some(LEGACY_AWAIT);
    Rewrites {
        legacy_await,
        for_await: Some(FOR_AWAIT),
        stack_reads: Some(STACK_READS),
        catches: Some(STACK_READS),
        async_context: Some(ASYNC_CONTEXT),
        ..Rewrites::NONE
    }
}

/// The text with its rewrites, where it needs any.
fn rewritten(source: &str, goal: Goal) -> Option<Transformed> {
    hexloop_source::transform(source, goal, &rewrites())
}

/// `compile(source, filename)`: the CommonJS wrapper function of a file.
fn compile<'c>(call: &Call<'c>) -> Answer<'c> {
    let (source, filename) = (call.text(0)?, call.text(1)?);
    let head = format!("(function {MODULE_FRAME}(exports, require, module, __filename, __dirname) {{");
    let source = source.strip_prefix('\u{feff}').unwrap_or(&source);
    let stripped = typescript::strip(source, &filename, None)?;
    let source = stripped.as_ref().map_or(source, |stripped| &stripped.code);
    let comment = if source.starts_with("#!") { "//" } else { "" };
    if hexloop_source::may_close_wrapper(source)
        && let Some(error) = syntax_error(source, &filename, Goal::CommonJs)
    {
        return Err(error.into());
    }
    let rewritten = rewritten(source, Goal::CommonJs);
    let text = rewritten.as_ref().map_or(source, |rewritten| &rewritten.code);
    let wrapped = format!("{head}{comment}{text}\n}})");
    let columns = rewritten.map(|rewritten| rewritten.columns);
    sources::register(&filename, (head.len() + comment.len()) as u32, columns, None);
    let function = call.cx().evaluate(&wrapped, &filename, 1).map(Into::into).map_err(|exception| {
        syntax_error(source, &filename, Goal::CommonJs).map_or_else(|| exception.into(), Into::into)
    });
    if let Some(stripped) = stripped {
        sources::register_stripped(&filename, stripped);
    }
    function
}

/// `compileModule(source, url)`: the body of a module without imports and exports, as a function.
fn compile_module<'c>(call: &Call<'c>) -> Answer<'c> {
    let (source, url) = (call.text(0)?, call.text(1)?);
    if let Some(error) = syntax_error(&source, &url, Goal::Module) {
        return Err(error.into());
    }
    let kind = if hexloop_source::uses_top_level_await(&source) { "async function" } else { "function" };
    let head = format!("({kind} () {{'use strict';");
    let rewritten = rewritten(&source, Goal::Module);
    let text = rewritten.as_ref().map_or(&source, |rewritten| &rewritten.code);
    let wrapped = format!("{head}{text}\n}})");
    let columns = rewritten.map(|rewritten| rewritten.columns);
    sources::register(&url, head.len() as u32, columns, Some(&source));
    call.cx().evaluate(&wrapped, &url, 1).map(Into::into).map_err(|_| {
        Throw::error(format!(
            "{url} imports or exports: linking ES modules is not there yet in Hexloop; use require() and module.exports"
        ))
        .text("code", "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM")
        .into()
    })
}

/// `evaluate(source, name)`: a script in the global scope; answers the value of its last expression.
fn evaluate<'c>(call: &Call<'c>) -> Answer<'c> {
    let (source, name) = (call.text(0)?, call.text(1)?);
    let rewritten = rewritten(&source, Goal::Repl);
    let text = rewritten.as_ref().map_or(&source, |rewritten| &rewritten.code);
    let result = call.cx().evaluate(text, &name, 1);
    sources::register(&name, 0, rewritten.map(|rewritten| rewritten.columns), Some(&source));
    match result {
        Ok(value) => Ok(value.into()),
        Err(exception) => Err(syntax_error(&source, &name, Goal::Script).map_or_else(|| exception.into(), Into::into)),
    }
}

/// What Node says of a text that does not parse; None when the text is fine and the error is another.
fn syntax_error(source: &str, path: &str, goal: Goal) -> Option<Throw> {
    let error = hexloop_source::check(source, &hexloop_source::Options { path, goal }).err()?;
    Some(syntax_throw(&error))
}

pub(super) fn syntax_throw(error: &hexloop_source::SyntaxError) -> Throw {
    Throw::new(ErrorClass::SyntaxError, error.message.clone()).text("stack", error.render())
}
