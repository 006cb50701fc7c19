//! `binding('repl')`: evaluating what was typed, and giving the prompt back. See `lib/repl/session.js`.

use super::Binding;
use crate::repl;
use crate::sources;
use hexloop_engine::{Answer, Call, ErrorClass, Object, Throw, Value};
use std::io::IsTerminal;

pub fn fill(binding: &Binding<'_>) {
    binding
        .value("isTerminal", Value::boolean(binding.cx(), std::io::stdout().is_terminal()))
        .function("evaluate", evaluate)
        .function("finish", |call| {
            repl::finish(call.number(0)? as u64, call.boolean(1));
            Ok(().into())
        });
}

/// `evaluate(input, name)`: `{ result, isAsync }`.
fn evaluate<'c>(call: &Call<'c>) -> Answer<'c> {
    let (input, name) = (call.text(0)?, call.text(1)?);
    let ready = hexloop_source::prepare_repl_input(&input)
        .map_err(|error| Throw::new(ErrorClass::SyntaxError, error.message.clone()).text("stack", error.render()))?;
    sources::register(&name, 0, Some(ready.columns), Some(&input));
    let result = call.cx().evaluate(&ready.code, &name, 1)?;
    let answer = Object::empty(call.cx());
    answer.set("result", &result)?;
    answer.set("isAsync", &Value::boolean(call.cx(), ready.is_async))?;
    Ok(answer.into())
}
