//! `map-iterator`: the remaining entries of a Map or Set iterator, without advancing it.
//!
//! JavaScript cannot copy such an iterator, but it is only four fields: the collection, the position, the table that it iterates (a
//! collection that grows or is cleared leaves its iterators on the old table, which links to the new one), and the kind (keys,
//! values, entries).
//!
//! ```text
//!   cell  header │ butterfly │ POSITION │ COLLECTION │ TABLE │ KIND        in this library; detected, not assumed
//! ```
//!
//! So a new iterator over the same collection is created, set to the same position on the same table, and exhausted instead.
//! Which field is which is detected from samples (see [`crate::capabilities::cell_layout`]), and the whole procedure is tried on a
//! sample before it is trusted; otherwise the result is "unknown".
//!
//! The two words are written without a write barrier, so a property of the copy is set next: that store has one, and the collector
//! visits the copy again. (The previewed iterator also keeps the table alive.)

use super::cell_layout::{self, word};
use super::{Absent, Capability, Probed, switches};
use crate::context::Cx;
use crate::ffi::*;
use crate::value::{Object, Value};
use std::cell::Cell;

const FIELDS: std::ops::Range<usize> = 2..6;

/// Word indices, and the kind words of keys, values and entries.
#[derive(Clone, Copy)]
struct Fields {
    position: usize,
    collection: usize,
    table: usize,
    kind: usize,
    pairs: u64,
    keys: u64,
}

thread_local! {
    static MAP_FIELDS: Cell<Option<Fields>> = const { Cell::new(None) };
    static SET_FIELDS: Cell<Option<Fields>> = const { Cell::new(None) };
}

/// Runs in a context that no program has modified.
const TOOLS: &str = "({
  start: (collection, isMap, how) => (isMap ? Map : Set).prototype[how].call(collection),
  rest: (iterator, isMap, arePairs) => {
    const next = Object.getPrototypeOf((isMap ? new Map() : new Set()).entries()).next, items = [];
    for (let step; !(step = next.call(iterator)).done;) {
      if (arePairs) items.push(step.value[0], step.value[1]); else items.push(step.value);
    }
    return items;
  },
  samples: (isMap) => {
    const collection = isMap ? new Map([[1, 4], [2, 5], [3, 6]]) : new Set([1, 2, 3]);
    const moved = collection.entries();
    moved.next();
    return [collection, collection.keys(), collection.values(), collection.entries(), moved];
  },
})";

impl<'a> Object<'a> {
    /// The remaining entries of a Map or Set iterator, keys and values alternating if it yields pairs (then true). None for other
    /// objects, or if the layout is not known.
    pub fn preview_iterator(&self) -> Option<(Vec<Value<'a>>, bool)> {
        switches::require(Capability::MapIterator).ok()?;
        let cx = self.value().cx;
        if !cell_layout::is_known(cx) {
            return None;
        }
        let is_map = match self.brand() {
            "MapIterator" => true,
            "SetIterator" => false,
            _ => return None,
        };
        let known = if is_map { &MAP_FIELDS } else { &SET_FIELDS };
        cx.with_pristine_context(|fresh| {
            let tools = fresh.evaluate(TOOLS, "", 1).ok()?.as_object()?;
            let fields = match known.get() {
                Some(fields) => fields,
                None => {
                    let fields = detect_fields(fresh, &tools, is_map)?;
                    known.set(Some(fields));
                    fields
                }
            };
            let (items, are_pairs) = remaining(fresh, &tools, is_map, fields, self.raw())?;
            Some((items.into_iter().map(|item| Value::from_raw(cx, item.raw)).collect(), are_pairs))
        })
    }
}

pub(super) fn probe(cx: Cx<'_>) -> Probed<()> {
    switches::require(Capability::MapIterator)?;
    if !cell_layout::is_known(cx) {
        return Err(Absent::Needs(Capability::CellLayout));
    }
    let sample = cx.evaluate("new Map([[1, 2]]).entries()", "", 1).ok().and_then(|value| value.as_object());
    match sample.and_then(|iterator| iterator.preview_iterator()) {
        Some(_) => Ok(()),
        None => Err(Absent::Mismatch("the fields of iterators")),
    }
}

fn detect_fields(cx: Cx<'_>, tools: &Object<'_>, is_map: bool) -> Option<Fields> {
    let samples = tools.get("samples").ok()?.as_object()?.call(&[Value::boolean(cx, is_map)]).ok()?.as_object()?;
    let objects: Vec<Object<'_>> =
        (0..5).map(|index| samples.get_index(index).ok()?.as_object()).collect::<Option<_>>()?;
    let [collection, keys, values, pairs, moved] =
        objects.iter().map(Object::raw).collect::<Vec<_>>().try_into().ok()?;
    let all = [keys, values, pairs, moved];
    let find = |wanted: &dyn Fn(usize) -> bool| FIELDS.clone().find(|index| wanted(*index));
    let field = find(&|index| all.iter().all(|iterator| word(*iterator, index) == collection as u64))?;
    let kind = find(&|index| {
        word(values, index) != word(pairs, index)
            && word(pairs, index) == word(moved, index)
            && (word(keys, index) != word(values, index)) == is_map
    })?;
    let position = find(&|index| {
        index != kind && word(pairs, index) == word(keys, index) && word(pairs, index) != word(moved, index)
    })?;
    let table = find(&|index| ![field, kind, position].contains(&index))?;
    let fields = Fields { position, collection: field, table, kind, pairs: word(pairs, kind), keys: word(keys, kind) };
    // The trial: two of three remain, and a second preview gives the same.
    let expected: &[f64] = if is_map { &[2.0, 5.0, 3.0, 6.0] } else { &[2.0, 2.0, 3.0, 3.0] };
    let trial = || {
        let (items, are_pairs) = remaining(cx, tools, is_map, fields, moved)?;
        let numbers: Vec<f64> = items.iter().map(Value::to_number).collect::<Result<_, _>>().ok()?;
        (are_pairs && numbers == expected).then_some(())
    };
    trial().and_then(|()| trial()).map(|()| fields)
}

fn remaining<'c>(
    cx: Cx<'c>,
    tools: &Object<'c>,
    is_map: bool,
    fields: Fields,
    iterator: JSObjectRef,
) -> Option<(Vec<Value<'c>>, bool)> {
    let collection = Value::from_raw(cx, word(iterator, fields.collection) as JSValueRef);
    // An exhausted iterator may have dropped its collection.
    if collection.as_object().is_none_or(|object| object.brand() != if is_map { "Map" } else { "Set" }) {
        return None;
    }
    let kind = word(iterator, fields.kind);
    let are_pairs = kind == fields.pairs;
    let how = match kind {
        _ if are_pairs => "entries",
        keys if is_map && keys == fields.keys => "keys",
        _ => "values",
    };
    let call =
        |name: &str, arguments: &[Value<'c>]| tools.get(name).ok()?.as_object()?.call(arguments).ok()?.as_object();
    let copy = call("start", &[collection.clone(), Value::boolean(cx, is_map), Value::string(cx, how)])?;
    for index in [fields.position, fields.table] {
        // SAFETY: both cells are iterators of one kind, and the field holds the same kind of value in both.
        unsafe { copy.raw().cast::<u64>().add(index).write(word(iterator, index)) };
    }
    copy.set_non_enumerable("collection", &collection).ok()?;
    let items = call("rest", &[copy.into_value(), Value::boolean(cx, is_map), Value::boolean(cx, are_pairs)])?;
    let length = items.get("length").ok()?.to_number().ok()? as u32;
    (0..length).map(|index| items.get_index(index).ok()).collect::<Option<Vec<_>>>().map(|items| (items, are_pairs))
}
