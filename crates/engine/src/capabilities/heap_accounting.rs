//! `heap-accounting`: heap statistics, and reporting external memory to the collector. Declared by private headers only; without it
//! statistics are zeros and large buffers are collected late.

use super::{Cached, Capability, Probed, symbol};
use crate::context::Cx;
use crate::ffi::{JSContextRef, JSObjectRef};
use crate::value::Object;

#[derive(Clone, Copy)]
pub(super) struct Accounting {
    statistics: unsafe extern "C" fn(JSContextRef) -> JSObjectRef,
    report: unsafe extern "C" fn(JSContextRef, usize),
}

pub(super) fn probe() -> Probed<Accounting> {
    static FOUND: Cached<Accounting> = Cached::new();
    // SAFETY: the names with the signatures that their headers declare.
    let find = || unsafe {
        Ok(Accounting {
            statistics: symbol(c"JSGetMemoryUsageStatistics")?,
            report: symbol(c"JSReportExtraMemoryCost")?,
        })
    };
    FOUND.get(Capability::HeapAccounting, find).copied()
}

/// An object with numbers; None if the engine does not support that.
pub(crate) fn statistics(cx: Cx<'_>) -> Option<Object<'_>> {
    let accounting = probe().ok()?;
    // SAFETY: live context; the object returned is a plain one with numeric properties.
    Some(Object::new(cx, unsafe { (accounting.statistics)(cx.raw) }))
}

/// Reports memory behind an object that the collector cannot see, so that it collects in time.
pub fn report_extra_memory(cx: Cx<'_>, bytes: usize) {
    if let Ok(accounting) = probe() {
        // SAFETY: live context.
        unsafe { (accounting.report)(cx.raw, bytes) };
    }
}
