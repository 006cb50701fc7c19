//! `binding('module')`: finds, reads and compiles the files of a program.

use super::Binding;
use super::modules::LARGE_SOURCE;
use crate::builtins;
use crate::code_cache::{CacheKind, CachedScript};
use crate::engine_differences;
use crate::host::host;
use crate::options::AwaitRule;
use crate::source_text::source_text;
use crate::sources;
use crate::system_error::SystemError;
use crate::trace;
use crate::typescript;
use hexloop_engine::stack::MODULE_FRAME;
use hexloop_engine::{Answer, Call, ErrorClass, Exception, Kind, Object, Out, Throw, Value};
use hexloop_source::cache::transform_cached;
use hexloop_source::{AsyncCalls, AsyncContext, DelegatedYield, Goal, LegacyAwait, Rewrites, Transformed};

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("builtinModules", |call| {
            let names: Vec<Value<'_>> =
                builtins::public().map(|name| Value::string(call.cx(), &builtins::listed(name))).collect();
            Ok(Object::array(call.cx(), &names)?.into())
        })
        .function("canBeRequiredByUsers", |call| Ok(builtins::is_requirable(&call.text(0)?).into()))
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
        .unlocked("readSource", |call| Ok(read_text(&call.text(0)?)?.into()))
        .function("scriptNeedsModuleGoal", |call| Ok(hexloop_source::script_needs_module_goal(&call.text(0)?).into()))
        .function("needsModuleGoal", |call| Ok(hexloop_source::needs_module_goal(&call.text(0)?).into()))
        .unlocked("compile", |call| {
            let (source, filename) = (call.text(0)?, call.text(1)?);
            compile(call, source, &filename, Format::of(&call.value(2))?)
        })
        .unlocked("compileFile", |call| {
            let filename = call.text(0)?;
            compile(call, read_text(&filename)?, &filename, Format::of(&call.value(1))?)
        })
        .unlocked("evaluate", evaluate)
        .unlocked("commonJsMain", |call| Ok(super::resolve::plain_program(&call.text(0)?).into()))
        .unlocked("preload", |call| {
            let names: Vec<Value<'_>> =
                host().options.modules.require.iter().map(|name| Value::string(call.cx(), name)).collect();
            Ok(Object::array(call.cx(), &names)?.into())
        })
        .function("inputType", |_| {
            Ok(host().options.modules.input_type.map_or(Out::Undefined, |kind| kind.name().into()))
        })
        .function("cacheDirectory", |_| {
            let folder = hexloop_source::cache::shared().map(|cache| cache.folder().to_string_lossy().into_owned());
            Ok(folder.map_or(Out::Undefined, Into::into))
        });
}

fn read_text(path: &str) -> Result<String, Throw> {
    let bytes = std::fs::read(path).map_err(|error| SystemError::from_io(&error, "open").path(path).to_throw())?;
    Ok(source_text(bytes, path))
}

/// `path.resolve(base, request)`, without loading `path`.
fn resolve_path(base: &str, request: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let cwd = || std::env::current_dir().map_or_else(|_| "/".to_owned(), |path| path.to_string_lossy().into_owned());
    let start = match (request.starts_with('/'), base.starts_with('/')) {
        (true, _) => String::new(),
        (false, true) => base.to_owned(),
        (false, false) => format!("{}/{base}", cwd()),
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

/// Names called by rewritten code: variables of the global scope, declared in `lib/boot.js`.
const STACK_READS: &str = "__hexloop_stack__";
const EVAL_TEXTS: &str = "__hexloop_text__";
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
    delegated_yield: None,
    calls: Some(AsyncCalls {
        enter: "__hexloop_enter__",
        leave: "__hexloop_leave__",
        returned: "__hexloop_returned__",
    }),
};
const DELEGATED_YIELD: DelegatedYield<'static> =
    DelegatedYield { begin: "__hexloop_begin__", driver: "__hexloop_driver__", error: "__hexloop_error__" };

/// The function that replaces `import(…)`: the parameter of a function around the CommonJS wrapper.
const DYNAMIC_IMPORT: &str = "__hexloop_import";

/// The rewrites applied to every source of a program.
pub(super) fn rewrites() -> Rewrites<'static> {
    let delegated_yield = engine_differences::has("delegated-yield").then_some(DELEGATED_YIELD);
    // Where the engine calls us for each stack and each message, the program's text need not.
    let stack_reads = (!hexloop_engine::converts_errors()).then_some(STACK_READS);
    let catches = (!hexloop_engine::translates_messages()).then_some(STACK_READS);
    let legacy_await = (host().options.await_rule == AwaitRule::Legacy).then_some(LEGACY_AWAIT);
    Rewrites {
        legacy_await,
        for_await: Some(FOR_AWAIT),
        stack_reads,
        catches,
        eval_calls: Some(EVAL_TEXTS),
        async_context: Some(AsyncContext { delegated_yield, ..ASYNC_CONTEXT }),
        marks: true,
        ..Rewrites::NONE
    }
}

/// The rewritten source, if it needs any rewrite.
fn rewritten(source: &str, goal: Goal) -> Option<Transformed> {
    transform_cached(source, goal, &Rewrites { dynamic_import: Some(DYNAMIC_IMPORT), ..rewrites() })
}

/// The format of a file, before it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    CommonJs,
    /// Not declared: detected from the source.
    Undecided,
}

impl Format {
    /// From Node's name of the format; TypeScript of either kind is `typescript`.
    fn of<'a>(value: &Value<'a>) -> Result<Format, Exception<'a>> {
        let is_undecided = value.is_undefined() || value.kind() == Kind::Null || value.to_text()? == "typescript";
        Ok(if is_undecided { Format::Undecided } else { Format::CommonJs })
    }
}

/// `compile(source, filename, format)`: the CommonJS wrapper function of a file, or, if the source contains `import()`, a function
/// that takes the importer and returns it; undefined if the format is undecided and the source is an ES module.
fn compile<'c>(call: &Call<'c>, source: String, filename: &str, format: Format) -> Answer<'c> {
    let Some(mut stripped) = typescript::strip(&source, filename, None)? else {
        return compile_javascript(call, &source, filename, format);
    };
    let compiled = compile_javascript(call, &stripped.code, filename, format);
    stripped.drop_code(&source);
    sources::register_stripped(filename, stripped);
    if source.len() >= LARGE_SOURCE {
        drop(source);
        hexloop_engine::release_free_memory();
    }
    compiled
}

fn compile_javascript<'c>(call: &Call<'c>, source: &str, filename: &str, format: Format) -> Answer<'c> {
    let diagnose = || -> Answer<'c> {
        if format == Format::Undecided && hexloop_source::needs_module_goal(source) {
            return Ok(Out::Undefined);
        }
        match syntax_error(source, filename, Goal::CommonJs) {
            Some(error) => Err(error.into()),
            None => Ok(Out::Null),
        }
    };
    if hexloop_source::may_close_wrapper(source) {
        match diagnose()? {
            Out::Null => {}
            is_module => return Ok(is_module),
        }
    }
    let comment = if source.starts_with("#!") { "//" } else { "" };
    let (code, columns) = rewritten(source, Goal::CommonJs).map(|edited| (edited.code, edited.columns)).unzip();
    let text = code.as_deref().unwrap_or(source);
    let imports = code.is_some() && memchr::memmem::find(text.as_bytes(), DYNAMIC_IMPORT.as_bytes()).is_some();
    let import = if imports { "__hexloop_import=>" } else { "" };
    let head = format!("({import}function {MODULE_FRAME}(exports, require, module, __filename, __dirname) {{{comment}");
    sources::register(filename, head.len() as u32, columns, None);
    trace::record_source(filename, &[&head, text]);
    let script = CachedScript::new(&[&head, text, "\n})"], CacheKind::Program);
    drop(code);
    match script.run(call.cx(), filename) {
        Ok(function) => Ok(function.into()),
        Err(exception) => match diagnose() {
            Ok(Out::Null) => Err(exception.into()),
            diagnosed => diagnosed,
        },
    }
}

/// `evaluate(source, name)`: runs a script in the global scope; returns the value of its last expression.
fn evaluate<'c>(call: &Call<'c>) -> Answer<'c> {
    let (source, name) = (call.text(0)?, call.text(1)?);
    let (text, columns) = match rewritten(&source, Goal::Repl) {
        Some(rewritten) => (rewritten.code, Some(rewritten.columns)),
        None => (source.clone(), None),
    };
    // Registered first: errors created while it runs refer to it.
    sources::register(&name, 0, columns, Some(source.clone()));
    match call.cx().evaluate(&text, &name, 1) {
        Ok(value) => Ok(value.into()),
        Err(exception) => Err(syntax_error(&source, &name, Goal::Script).map_or_else(|| exception.into(), Into::into)),
    }
}

/// Node's SyntaxError for a source; None if it parses and the error is another.
fn syntax_error(source: &str, path: &str, goal: Goal) -> Option<Throw> {
    let error = hexloop_source::check(source, &hexloop_source::Options { path, goal }).err()?;
    Some(syntax_throw(&error))
}

pub(super) fn syntax_throw(error: &hexloop_source::SyntaxError) -> Throw {
    Throw::new(ErrorClass::SyntaxError, error.message.clone()).text("stack", error.render())
}
