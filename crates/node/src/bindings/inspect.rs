//! `binding('inspect')`: what only the engine knows about an object.

use super::Binding;
use super::process::is_environment;
use hexloop_engine::{Object, Out, PromiseState, Value};

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("kindOf", |call| {
            let value = call.value(0);
            let Some(object) = value.as_object() else { return Ok(Out::Undefined) };
            if value.with_bytes(|_| ()).is_some() && !matches!(object.brand(), "ArrayBuffer" | "DataView") {
                return Ok("TypedArray".into());
            }
            match object.brand() {
                "Proxy" if is_environment(&value) => Ok("Object".into()),
                brand => Ok(brand.into()),
            }
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
        .function("previewIterator", |_| Ok(Out::Undefined));
}
