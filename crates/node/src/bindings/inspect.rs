//! `binding('inspect')`: what only the engine knows about an object.

use super::Binding;
use super::modules::is_namespace;
use super::process::is_environment;
use hexloop_engine::{Object, Out, PromiseState, Value};

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("kindOf", |call| {
            let value = call.value(0);
            let Some(object) = value.as_object() else { return Ok(Out::Undefined) };
            match object.brand() {
                "Proxy" if is_environment(&value) => Ok("Object".into()),
                "Proxy" if is_namespace(&value) => Ok("ModuleNamespace".into()),
                // A kind of bytes that the samples did not know.
                "Object" if value.with_bytes(|_| ()).is_some() => Ok("TypedArray".into()),
                brand => Ok(brand.into()),
            }
        })
        .function("haveOneStructure", |call| {
            let (one, other) = (call.value(0).as_object(), call.value(1).as_object());
            Ok(one.zip(other).is_some_and(|(one, other)| one.has_structure_of(&other)).into())
        })
        .function("promiseState", |call| {
            let cx = call.cx();
            let Some((state, result)) = call.value(0).as_object().and_then(|promise| promise.promise_state()) else {
                return Ok(Out::Undefined);
            };
            let state = match state {
                PromiseState::Pending => 0.0,
                PromiseState::Fulfilled => 1.0,
                PromiseState::Rejected => 2.0,
            };
            Ok(Object::array(cx, &[Value::number(cx, state), result])?.into())
        })
        .function("proxyDetails", |call| {
            let Some((target, handler)) = call.value(0).as_object().and_then(|proxy| proxy.proxy_details()) else {
                return Ok(Out::Undefined);
            };
            Ok(Object::array(call.cx(), &[target, handler])?.into())
        })
        .function("previewIterator", |call| {
            let cx = call.cx();
            let Some((items, are_pairs)) = call.value(0).as_object().and_then(|object| object.preview_iterator())
            else {
                return Ok(Out::Undefined);
            };
            let items = Object::array(cx, &items)?.into_value();
            Ok(Object::array(cx, &[items, Value::boolean(cx, are_pairs)])?.into())
        });
}
