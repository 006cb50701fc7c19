//! `binding('repl')`: evaluates input, and returns control to the prompt. See `lib/repl/session.js`.

use super::Binding;
use crate::interrupt;
use crate::repl;
use crate::sources;
use hexloop_engine::{Answer, Call, ErrorClass, Exception, Object, Throw, Value};
use hexloop_source::{Goal, Rewrites};
use std::io::IsTerminal;

pub fn fill(binding: &Binding<'_>) {
    binding
        .value("isTerminal", Value::boolean(binding.cx(), std::io::stdout().is_terminal()))
        .unlocked("evaluate", evaluate)
        .function("preview", |call| Ok(hexloop_source::preview(&call.text(0)?).into()))
        .unlocked("finish", |call| {
            repl::finish(call.number(0)? as u64, call.boolean(1));
            Ok(().into())
        });
}

/// Replaces `import()`; defined by `lib/repl/session.js`.
const DYNAMIC_IMPORT: &str = "__hexloop_repl_import";

/// `evaluate(input, name, lexicalNames)`: `{ result, isAsync }`. Lexical declarations of the input become keys of
/// `lexicalNames`.
fn evaluate<'c>(call: &Call<'c>) -> Answer<'c> {
    let (input, name) = (call.text(0)?, call.text(1)?);
    let cx = call.cx();
    let ready = hexloop_source::prepare_repl_input(&input)
        .map_err(|error| Throw::new(ErrorClass::SyntaxError, error.message.clone()).text("stack", error.render()))?;
    let lexical_names = call.value(2).as_object().unwrap_or_else(|| Object::empty(cx));
    for name in &ready.var_names {
        // This engine rejects a `let` with the name of a `var`, but not the reverse.
        if lexical_names.has(name) {
            let taken = format!("Identifier '{name}' has already been declared");
            return Err(Throw::new(ErrorClass::SyntaxError, taken).into());
        }
    }
    let rewrites = Rewrites { dynamic_import: Some(DYNAMIC_IMPORT), ..super::module::rewrites() };
    let (code, columns) = match hexloop_source::transform(&ready.code, Goal::Repl, &rewrites) {
        Some(edited) => (edited.code, edited.columns.after(ready.columns)),
        None => (ready.code, ready.columns),
    };
    sources::register(&name, 0, Some(columns), Some(input));
    let outcome = interrupt::evaluating(|| cx.evaluate(&code, &name, 1));
    let is_taken = |exception: &Exception<'_>| exception.message().contains("Can't create duplicate variable");
    // Termination leaves the names declared as well, but nothing can be called now.
    if !outcome.as_ref().is_err_and(|exception| exception.is_termination() || is_taken(exception)) {
        for name in &ready.lexical_names {
            lexical_names.set(name, &Value::boolean(cx, true))?;
        }
    }
    let answer = Object::empty(cx);
    answer.set("result", &outcome?)?;
    answer.set("isAsync", &Value::boolean(cx, ready.is_async))?;
    Ok(answer.into())
}
