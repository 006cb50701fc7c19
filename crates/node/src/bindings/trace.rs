//! `binding('trace')`: the recorder, for `lib/trace`.

use super::Binding;
use crate::trace;
use hexloop_engine::{Cx, Object, Value};
use hexloop_trace::{Kind, log};

pub fn fill(binding: &Binding<'_>) {
    let Some(recorder) = trace::current_recorder() else { return };
    let cx = binding.cx();
    if let Ok(cells) = recorder.cells(cx) {
        binding.value("cells", cells);
    }
    binding.value("cell", by_name(cx, log::cell::ALL.iter().copied()));
    binding.value("rowType", by_name(cx, log::row_type::ALL.iter().copied()));
    binding.value("kind", by_name(cx, Kind::ALL.iter().map(|kind| (kind.name(), *kind as usize))));
    binding.number("segmentSize", log::SEGMENT as f64);
    binding.number("segments", (recorder.recording().ring.len() / log::SEGMENT) as f64);
    let this = recorder.clone();
    binding.function("segment", move |call| Ok(this.segment(call.cx(), call.number(0)? as usize)?.into()));
    binding.value("isExact", Value::boolean(cx, recorder.is_exact()));
    binding.value("isOn", Value::boolean(cx, recorder.is_on()));
    let this = recorder.clone();
    binding.function("readClock", move |_| Ok(this.read_clock().into()));
    let this = recorder.clone();
    binding.function("addStack", move |call| Ok(f64::from(this.stack(&call.text(0)?)).into()));
    let this = recorder.clone();
    binding.function("addDefinition", move |call| {
        Ok(f64::from(this.definition(&call.text(0)?, call.text(1)?, call.number(2)? as i32)).into())
    });
    let this = recorder.clone();
    binding.function("addLabel", move |call| Ok(f64::from(this.label(&call.text(0)?)).into()));
    let this = recorder.clone();
    binding.function("output", move |call| {
        this.wrote(call.number(0)? as i32, &call.text(1)?, call.number(2)? as i32);
        Ok(().into())
    });
    let this = recorder.clone();
    binding.function("call", move |call| {
        let [label, began, stack, bytes] = [call.number(0)?, call.number(1)?, call.number(2)?, call.number(3)?];
        this.called(label as i32, began as i64, stack as i32, bytes as i64);
        Ok(().into())
    });
    let this = recorder.clone();
    binding.function("rejection", move |call| {
        this.rejected(call.text(0)?, call.number(1)? as i32, call.number(2)? as i64);
        Ok(().into())
    });
    let this = recorder.clone();
    binding.function("messageReceived", move |call| {
        this.received(call.number(0)? as u64, call.number(1)? as i64);
        Ok(().into())
    });
    let this = recorder.clone();
    binding.function("handleCreated", move |call| {
        this.handle_made(call.number(0)? as i64, call.text(1)?, call.number(2)? as i32);
        Ok(().into())
    });
    let this = recorder.clone();
    binding.function("handleRefChanged", move |call| {
        this.handle_referenced(call.number(0)? as i64, call.boolean(1));
        Ok(().into())
    });
    binding.function("handleClosed", move |call| {
        recorder.handle_closed(call.number(0)? as i64);
        Ok(().into())
    });
}

fn by_name<'a>(cx: Cx<'a>, numbers: impl Iterator<Item = (&'static str, usize)>) -> Value<'a> {
    let object = Object::without_prototype(cx);
    for (name, number) in numbers {
        // Setting a property on a fresh plain object cannot fail.
        let _ = object.set(&name.to_uppercase(), &Value::number(cx, number as f64));
    }
    object.into_value()
}
