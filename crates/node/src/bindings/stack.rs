//! `binding('stack')`: stack traces and messages in V8's format.

use super::Binding;
use crate::call_sites::{self, CallSite};
use crate::{engine_messages, sources};
use hexloop_engine::stack::{self, Place};
use hexloop_engine::{Cx, Object, Out, Value};

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("toV8", |call| {
            let (header, text, limit) = (call.text(0)?, call.text(1)?, call.number(2)?);
            let mut sites = call_sites::call_sites(visible_lines(&text).into_iter(), limit.max(0.0) as usize);
            point_as_v8(&header, &text, &mut sites);
            let mut out = String::with_capacity(header.len() + sites.len() * FRAME_LENGTH);
            out.push_str(&header);
            for site in &sites {
                out.push_str("\n    at ");
                site.write(&mut out);
            }
            Ok(out.into())
        })
        // As the engine writes it, of an error whose stack nobody has read yet.
        .function("engineStack", |call| {
            let stack = call.value(0).as_object().and_then(|error| hexloop_engine::engine_stack(&error));
            Ok(stack.map_or(Out::Undefined, Out::Value))
        })
        // Whether `convert` of lib/core/stack.js is called by the engine.
        .function("convertsErrors", |_| Ok(hexloop_engine::converts_errors().into()))
        .function("frames", |call| {
            // Four values per frame: function, file, line, column; undefined if unknown.
            let cx = call.cx();
            let text = call.text(0)?;
            let mut values = Vec::new();
            for frame in stack::parse(&text) {
                values.push(Value::string(
                    cx,
                    match frame.function.as_str() {
                        stack::MODULE_FRAME => "Object.<anonymous>",
                        stack::ES_MODULE_FRAME => "",
                        name => name,
                    },
                ));
                match frame.place.map(sources::map) {
                    Some(place) => values.extend([
                        Value::string(cx, &place.url),
                        Value::number(cx, f64::from(place.line)),
                        Value::number(cx, f64::from(place.column)),
                    ]),
                    None => values.extend([Value::undefined(cx), Value::undefined(cx), Value::undefined(cx)]),
                }
            }
            Ok(Object::array(cx, &values)?.into())
        })
        // Thirteen values for each frame: those of `CallSite` in lib/core/call_sites.js.
        .function("callSites", |call| {
            let cx = call.cx();
            let (text, limit) = (call.text(0)?, call.number(1)?);
            let sites = call_sites::call_sites(visible_lines(&text).into_iter(), limit.max(0.0) as usize);
            let values: Vec<Value<'_>> = sites.iter().flat_map(|site| values_of(cx, site)).collect();
            Ok(Object::array(cx, &values)?.into())
        })
        .function("sourceLine", |call| {
            Ok(sources::with_line(&call.text(0)?, call.number(1)? as u32, str::to_owned).into())
        })
        .function("isEngineMessage", |call| Ok(engine_messages::may_be_engines(&call.text(0)?).into()))
        // The class of an error, its message, and its stack as the engine writes it.
        .function("v8Message", |call| {
            let message = engine_messages::v8_message(&call.text(0)?, &call.text(1)?, &call.text(2)?);
            Ok(message.map_or(Out::Undefined, Out::Text))
        });
}

/// What a frame takes, roughly.
const FRAME_LENGTH: usize = 96;

fn visible_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().filter(|line| !is_internal(line)).collect();
    remove_vm_runners(&mut lines);
    lines
}

/// Some of V8's messages come with a position of their own, for the first frame.
fn point_as_v8(header: &str, text: &str, sites: &mut [CallSite]) {
    let Some(place) = visible_lines(text).into_iter().find_map(|line| stack::parse(line).pop()?.place) else { return };
    let Some((line, column)) = engine_messages::v8_position(header, &place) else { return };
    if let Some(first) = sites.iter_mut().find_map(|site| site.place.as_mut()) {
        *first = Place { line, column, ..sources::original_place(place) };
    }
}

fn values_of<'a>(cx: Cx<'a>, site: &CallSite) -> [Value<'a>; 13] {
    let text = |text: Option<&str>| text.map_or_else(|| Value::null(cx), |text| Value::string(cx, text));
    let number =
        |number: Option<u32>| number.map_or_else(|| Value::null(cx), |number| Value::number(cx, number.into()));
    let place = site.place.as_ref();
    let mut shown = String::new();
    site.write(&mut shown);
    [
        text(Some(&shown)),
        text(site.type_name.as_deref()),
        text(Some(&site.function).filter(|name| !name.is_empty()).map(String::as_str)),
        text(site.method.as_deref()),
        text(place.map(|place| place.url.as_str())),
        number(place.map(|place| place.line)),
        number(place.map(|place| place.column)),
        number(site.enclosing.map(|(line, _)| line)),
        number(site.enclosing.map(|(_, column)| column)),
        number(site.offset.map(|offset| offset as u32)),
        Value::boolean(cx, site.is_constructor),
        text(site.eval_origin.as_deref()),
        Value::boolean(cx, site.is_async),
    ]
}

/// Removes the frame of the anonymous native function by which `lib/vm.js` runs a script.
fn remove_vm_runners(lines: &mut Vec<&str>) {
    let is_vm_runner = |lines: &[&str], at: usize| {
        lines[at].ends_with("[native code]")
            && lines[at].len() <= "@[native code]".len()
            && lines.get(at + 1).is_some_and(|below| below.contains("@node:vm:"))
    };
    let mut at = 0;
    while at < lines.len() {
        if is_vm_runner(lines, at) {
            lines.remove(at);
        }
        at += 1;
    }
}

/// Whether a frame is internal: of the code that starts every program and every callback, or of the files that create
/// Node's errors (Node hides those as well).
fn is_internal(line: &str) -> bool {
    const FILES: [&str; 11] = [
        "boot",
        "module/main",
        "module/esm/environment",
        "module/esm/evaluate",
        "module/esm/dynamic_import",
        "module/esm/entry",
        "core/errors",
        "core/validate",
        "core/system_errors",
        "core/dom_exception",
        "vm/imports",
    ];
    // Searching for one character is faster than for the five.
    let place = line.match_indices('@').find_map(|(at, _)| line[at + 1..].strip_prefix("node:"));
    place.and_then(|place| place.split_once(':')).is_some_and(|(file, _)| FILES.contains(&file))
}
