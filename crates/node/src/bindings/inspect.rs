//! `binding('inspect')`: facts about objects that only the engine has.

use super::Binding;
use super::modules::is_namespace;
use super::process::is_environment;
use hexloop_engine::{BRANDS, Object, Out, PromiseState, Value};
use std::sync::LazyLock;

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("classIndex", |call| {
            let kind = call.argument_brand(0).filter(|kind| BRANDS[*kind] != "Proxy");
            Ok((kind.unwrap_or_else(|| kind_number(&call.value(0))) as f64).into())
        })
        .function("classNames", |call| {
            let cx = call.cx();
            let names: Vec<_> = KINDS.iter().map(|name| Out::from(*name).into_value(cx)).collect();
            Ok(Object::array(cx, &names)?.into())
        })
        .function("haveSameStructure", |call| {
            let (one, other) = (call.value(0).as_object(), call.value(1).as_object());
            Ok(one.zip(other).is_some_and(|(one, other)| one.has_same_structure(&other)).into())
        })
        .function("getPromiseDetails", |call| {
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
        .function("getProxyDetails", |call| {
            let Some((target, handler)) = call.value(0).as_object().and_then(|proxy| proxy.proxy_details()) else {
                return Ok(Out::Undefined);
            };
            Ok(Object::array(call.cx(), &[target, handler])?.into())
        })
        .function("previewEntries", |call| {
            let cx = call.cx();
            let Some((items, are_pairs)) = call.value(0).as_object().and_then(|object| object.preview_iterator())
            else {
                return Ok(Out::Undefined);
            };
            let items = Object::array(cx, &items)?.into_value();
            Ok(Object::array(cx, &[items, Value::boolean(cx, are_pairs)])?.into())
        });
}

/// `classIndex` returns an index into this list: a string would have to be created for each call.
static KINDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut kinds = BRANDS.to_vec();
    kinds.push("ModuleNamespace");
    kinds
});

fn kind_number(value: &Value<'_>) -> usize {
    let number = |kind| KINDS.iter().position(|known| *known == kind).unwrap_or_default();
    let Some(object) = value.as_object() else { return number("Object") };
    match object.brand_index() {
        Some(kind) if BRANDS[kind] != "Proxy" => kind,
        Some(_) if is_environment(value) => number("Object"),
        Some(_) if is_namespace(value) => number("ModuleNamespace"),
        Some(kind) => kind,
        // A typed array type that the brand samples do not include.
        None if value.byte_address().is_some() => number("TypedArray"),
        // For engines that cannot detect proxies.
        None if is_namespace(value) => number("ModuleNamespace"),
        None => number("Object"),
    }
}
