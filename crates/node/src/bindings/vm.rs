//! `binding('vm')`: realms, and scripts that run in them. See `lib/vm.js`; `crates/engine/src/realm.rs` explains how a
//! realm mirrors an object.

use super::Binding;
use super::module::{rewrites, syntax_throw};
use crate::host::host;
use crate::sources::{self, StartPosition};
use hexloop_engine::{Answer, Call, Cx, Exception, Failure, Object, Script, TerminationReason, Throw, Value};
use hexloop_source::cache::transform_cached;
use hexloop_source::{Goal, Rewrites, SyntaxError, Transformed};
use std::cell::Cell;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub fn fill(binding: &Binding<'_>) {
    binding
        .unlocked("createRealm", |call| Ok(call.cx().new_realm(call.boolean(0))?.into()))
        .unlocked("mirror", |call| {
            let realm = realm_of(call, 0)?;
            let [mirrored, this, put, remove] = [1, 2, 3, 4].map(|index| call.value(index).as_object());
            let (Some(mirrored), Some(this), Some(put), Some(remove)) = (mirrored, this, put, remove) else {
                return Err(Throw::type_error("a mirror takes four objects").into());
            };
            Ok(hexloop_engine::mirror(realm, [&mirrored, &this, &put, &remove]).into())
        })
        .function("setMirrorsDisabled", |call| Ok(hexloop_engine::set_mirrors_disabled(call.boolean(0)).into()))
        .function("disableEval", |call| Ok(realm_of(call, 0)?.forbid_eval(&call.text(1)?).into()))
        .function("setPromiseRejectCallback", |call| {
            let Some(callback) = call.value(1).as_object() else { return Ok(false.into()) };
            Ok(realm_of(call, 0)?.on_unhandled_rejection(&callback)?.into())
        })
        .unlocked("evaluate", |call| Ok(realm_of(call, 0)?.evaluate(&call.text(1)?, &call.text(2)?, 1)?.into()))
        .unlocked("declaredNames", declared_names)
        .unlocked("compile", compile)
        .unlocked("compileFunction", compile_function)
        .function("offsets", |call| {
            // `lineOffset` and `columnOffset` of a registered source.
            let start = sources::start_position(&call.text(0)?);
            let offsets = [f64::from(start.line) - 1.0, f64::from(start.column) - 1.0];
            Ok(Object::array(call.cx(), &offsets.map(|offset| Value::number(call.cx(), offset)))?.into())
        });
}

/// The realm of a handle; undefined means the caller's.
pub(super) fn realm_of<'c>(call: &Call<'c>, index: usize) -> Result<Cx<'c>, Failure<'c>> {
    if call.value(index).is_undefined() {
        return Ok(call.cx());
    }
    call.realm(index).ok_or_else(|| Throw::type_error("this is not a realm").into())
}

/// `declaredNames(code)`: the names of its `var`s, `null`, of its functions, `null`, of its `let`, `const` and `class`
/// declarations.
fn declared_names<'c>(call: &Call<'c>) -> Answer<'c> {
    let cx = call.cx();
    let found = hexloop_source::declarations(&call.text(0)?);
    let mut names = Vec::new();
    for (at, group) in [found.vars, found.functions, found.lexical].iter().enumerate() {
        if at > 0 {
            names.push(Value::null(cx));
        }
        names.extend(group.iter().map(|name| Value::string(cx, name)));
    }
    Ok(Object::array(cx, &names)?.into())
}

/// A source text with its rewrites and its start position.
struct SourceText {
    /// The filename for errors; may be empty, while the engine needs a URL to report positions.
    name: String,
    url: String,
    start: StartPosition,
    source: String,
    edited: Option<Transformed>,
}

impl SourceText {
    /// Reads the arguments `code, filename, lineOffset, columnOffset, importer`; `importer` is the name of the function
    /// that replaces `import()`.
    fn from_call<'c>(call: &Call<'c>, first: usize, goal: Goal) -> Result<SourceText, Failure<'c>> {
        let (source, name) = (call.text(first)?, call.text(first + 1)?);
        let url = if name.is_empty() { "<anonymous>".to_owned() } else { name.clone() };
        let line = (call.number(first + 2)? + 1.0).clamp(1.0, f64::from(i32::MAX)) as u32;
        let column = (call.number(first + 3)? + 1.0) as i32;
        let importer = call.value(first + 4);
        let edited = if importer.is_undefined() {
            transform_cached(&source, goal, &rewrites())
        } else {
            let importer = importer.to_text()?;
            hexloop_source::transform(&source, goal, &Rewrites { dynamic_import: Some(&importer), ..rewrites() })
        };
        Ok(SourceText { name, url, start: StartPosition { line, column, engine_line: line }, source, edited })
    }

    fn code(&self) -> &str {
        self.edited.as_ref().map_or(&self.source, |edited| &edited.code)
    }

    fn line(&self) -> i32 {
        self.start.line as i32
    }

    /// `engine_line`: the engine's number of the first line.
    fn register(&self, engine_line: u32) -> u64 {
        let columns = self.edited.as_ref().map(|edited| edited.columns.clone());
        sources::register_at(&self.url, columns, self.source.clone(), StartPosition { engine_line, ..self.start })
    }

    /// Node's SyntaxError for what the engine rejected; the engine's own if the source parses.
    fn syntax_error<'c>(&self, goal: Goal, exception: Exception<'c>) -> Failure<'c> {
        let options = hexloop_source::Options { path: &self.name, goal };
        match hexloop_source::check(&self.source, &options) {
            Ok(()) => exception.into(),
            Err(error) => syntax_throw(&self.with_line_offset(error)).into(),
        }
    }

    fn with_line_offset(&self, mut error: SyntaxError) -> SyntaxError {
        error.line += self.start.line - 1;
        error
    }
}

/// `compile(code, filename, lineOffset, columnOffset, importer, realm)`: `run(realm, timeout, breakOnSigint, drains)`.
fn compile<'c>(call: &Call<'c>) -> Answer<'c> {
    let mut text = SourceText::from_call(call, 0, Goal::Script)?;
    let realm = realm_of(call, 5)?;
    if let Err(exception) = realm.check_syntax(text.code(), &text.url, text.line()) {
        return Err(text.syntax_error(Goal::Script, exception));
    }
    let script = Script::new(&[text.code()]);
    if let Some(edited) = &mut text.edited {
        edited.code = String::new();
    }
    let registered = Cell::new(text.register(text.start.line));
    let run = call.cx().unlocked_function("run", move |call| {
        // Another script may have been registered under this name meanwhile.
        if !sources::is_current(&text.url, registered.get()) {
            registered.set(text.register(text.start.line));
        }
        let realm = realm_of(call, 0)?;
        run_with_limits(call, realm, || {
            let result = realm.run(&script, &text.url, text.line());
            if call.boolean(3) {
                host().drain_jobs();
            }
            result
        })
    });
    Ok(run.into())
}

/// Runs JavaScript with the limits of argument 1 (timeout in milliseconds) and 2 (breakOnSigint).
fn run_with_limits<'c>(
    call: &Call<'c>,
    realm: Cx<'c>,
    body: impl FnOnce() -> Result<Value<'c>, Exception<'c>>,
) -> Answer<'c> {
    let timeout = call.value(1);
    let milliseconds = if timeout.is_undefined() { None } else { Some(timeout.to_number()?) };
    let sigint = call.boolean(2).then(SigintGuard::listen).transpose();
    let sigint = sigint.map_err(|error| Throw::error(format!("cannot handle SIGINT: {error}")))?;
    if milliseconds.is_none() && sigint.is_none() {
        return Ok(body()?.into());
    }
    let timeout = milliseconds.map(|milliseconds| Duration::try_from_secs_f64(milliseconds / 1000.0)).transpose();
    let timeout = timeout.map_err(|error| Throw::range_error(format!("the timeout: {error}")))?;
    if timeout.is_some() && !hexloop_engine::has_time_limit() {
        let text = "this engine cannot end a script after a timeout: its time limit is not available (hexloop --version --verbose)";
        return Err(Throw::error(text).text("code", "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM").into());
    }
    let flag = sigint.is_some().then_some(&INTERRUPTED);
    let (result, cut) = hexloop_engine::with_limits(realm, timeout, flag, body);
    drop(sigint);
    match cut {
        None => Ok(result?.into()),
        Some(TerminationReason::Timeout) => {
            let after = milliseconds.unwrap_or_default();
            let late = Throw::error(format!("Script execution timed out after {after}ms"));
            Err(late.text("code", "ERR_SCRIPT_EXECUTION_TIMEOUT").into())
        }
        Some(TerminationReason::Interrupt) => {
            let interrupted = Throw::error("Script execution was interrupted by `SIGINT`");
            Err(interrupted.text("code", "ERR_SCRIPT_EXECUTION_INTERRUPTED").into())
        }
    }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// While it exists, SIGINT terminates the script and does nothing else.
struct SigintGuard(libc::sigaction);

impl SigintGuard {
    fn listen() -> io::Result<SigintGuard> {
        extern "C" fn on_sigint(_signal: libc::c_int) {
            INTERRUPTED.store(true, Ordering::Release);
        }
        INTERRUPTED.store(false, Ordering::Release);
        // SAFETY: all-zero sigactions are valid, and storing to an atomic is async-signal-safe.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            let mut before: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_sigint as *const () as usize;
            action.sa_flags = libc::SA_RESTART | libc::SA_ONSTACK;
            if libc::sigaction(libc::SIGINT, &action, &mut before) == -1 {
                return Err(io::Error::last_os_error());
            }
            Ok(SigintGuard(before))
        }
    }
}

impl Drop for SigintGuard {
    fn drop(&mut self) {
        // SAFETY: restores the previous action.
        unsafe { libc::sigaction(libc::SIGINT, &self.0, std::ptr::null_mut()) };
    }
}

/// `compileFunction(code, filename, lineOffset, columnOffset, importer, realm, parameters, extensions…)`: the function.
/// The `extensions` are objects whose properties are in scope, the first one outermost.
fn compile_function<'c>(call: &Call<'c>) -> Answer<'c> {
    let text = SourceText::from_call(call, 0, Goal::CommonJs)?;
    let realm = realm_of(call, 5)?;
    let parameters = call.text(6)?;
    let extensions: Vec<Value<'c>> = (7..call.len()).map(|index| call.value(index)).collect();
    if hexloop_source::may_close_wrapper(&text.source) {
        let options = hexloop_source::Options { path: &text.name, goal: Goal::CommonJs };
        if let Err(error) = hexloop_source::check(&text.source, &options) {
            return Err(syntax_throw(&text.with_line_offset(error)).into());
        }
    }
    let names: Vec<String> = (0..extensions.len()).map(|at| format!("__hexloop_scope{at}__")).collect();
    let scopes: String = names.iter().map(|name| format!("with({name}){{")).collect();
    // On a line of its own, as `toString()` shows it in Node.
    let head = format!("(function({}){{{scopes}return function ({parameters}) {{\n", names.join(","));
    let tail = format!("\n}}{}}})", "}".repeat(names.len()));
    let line = (text.line() - 1).max(1);
    text.register(line as u32 + 1);
    let script = Script::new(&[&head, text.code(), &tail]);
    let result =
        realm.run(&script, &text.url, line).map_err(|exception| text.syntax_error(Goal::CommonJs, exception))?;
    let Some(maker) = result.as_object().filter(Object::is_function) else {
        return Err(Throw::type_error("the code does not evaluate to a function").into());
    };
    Ok(maker.call(&extensions)?.into())
}
