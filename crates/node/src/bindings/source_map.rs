//! `binding('source_map')`: enables source maps, and finds the map of a file.

use super::Binding;
use crate::sources;
use hexloop_engine::{Object, Out, Value};

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("enable", |call| {
            sources::enable_maps(call.boolean(0));
            Ok(Out::Undefined)
        })
        // `find(file)`: `[JSON, URL that its sources are relative to, …lengths of the file's lines]`.
        .function("find", |call| {
            let cx = call.cx();
            let Some(found) = sources::named_map(&call.text(0)?) else { return Ok(Out::Undefined) };
            let mut values = vec![Value::string(cx, &found.json), Value::string(cx, &found.base)];
            values.extend(found.line_lengths.iter().map(|length| Value::number(cx, f64::from(*length))));
            Ok(Object::array(cx, &values)?.into())
        });
}
