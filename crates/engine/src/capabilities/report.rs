//! What a bug report needs: which engine this is, and which of its capabilities are used.

use super::termination_trap::Trap;
use super::{
    Capability, Probed, async_function, backtrace, cell_layout, code_cache, entry_scope, error_hooks, eval_switch,
    gc_hooks, gc_signal, heap_accounting, heap_size, host_function, main_thread, map_iterator, microtask_queue,
    nested_entry, sloppy_this, string_cell, string_characters, switches, synchronous_gc, time_limit,
    transferred_buffer, unhandled_rejections, value_encoding, vm_lock, wait_async,
};
use crate::context::{Context, Cx};
use crate::differences::Differences;
use crate::entry::enter_nested;
use crate::library::address;
use crate::symbols::find;
use std::ffi::{CStr, c_uint};
use std::rc::Rc;

pub struct EngineReport {
    /// As the library's declared functions return it, such as "2.50.1"; None on platforms whose library has none.
    pub version: Option<String>,
    /// In hexadecimal.
    pub build: Option<String>,
    /// The file that was loaded.
    pub library: Option<String>,
    /// `HEXLOOP_ENGINE`, if it is set.
    pub switches: Option<String>,
    pub capabilities: Vec<CapabilityReport>,
    /// Where it differs from V8.
    pub differences: Differences,
}

pub struct CapabilityReport {
    pub capability: Capability,
    /// Err: why it is absent.
    pub outcome: Result<(), String>,
}

/// Probes everything, in a VM of its own.
pub fn engine_report() -> EngineReport {
    let context = Rc::new(Context::new());
    let kept = context.clone();
    // Detects the queue of promise jobs, which needs a nested entry without JavaScript on the stack.
    enter_nested(context.cx(), move |entry| drop(entry.pending_jobs_function(kept.cx())));
    let cx = context.cx();
    let outcome = |capability| probe(capability, cx).map_err(|absent| absent.to_string());
    EngineReport {
        version: version(),
        build: code_cache::engine_build().map(|id| id.iter().map(|byte| format!("{byte:02x}")).collect()),
        library: library(),
        switches: std::env::var_os(switches::VARIABLE).map(|words| words.to_string_lossy().into_owned()),
        capabilities: Capability::ALL
            .iter()
            .map(|capability| CapabilityReport { capability: *capability, outcome: outcome(*capability) })
            .collect(),
        differences: Differences::detect(),
    }
}

fn probe(capability: Capability, cx: Cx<'_>) -> Probed<()> {
    match capability {
        Capability::TimeLimit => time_limit::probe().map(drop),
        Capability::UnhandledRejections => unhandled_rejections::probe().map(drop),
        Capability::EvalSwitch => eval_switch::probe().map(drop),
        Capability::Backtrace => backtrace::probe().map(drop),
        Capability::HeapAccounting => heap_accounting::probe().map(drop),
        Capability::HeapSize => heap_size::report(cx),
        Capability::SynchronousGc => synchronous_gc::probe().map(drop),
        Capability::GcHooks => gc_hooks::probe().map(drop),
        Capability::GcSignal => gc_signal::probe().map(drop),
        Capability::MainThread => main_thread::probe().map(drop),
        Capability::VmLock => vm_lock::own_probe().map(drop),
        Capability::NestedEntry => nested_entry::probe().map(drop),
        Capability::EntryScope => entry_scope::probe().map(drop),
        Capability::MicrotaskQueue => microtask_queue::outcome(),
        Capability::TerminationTrap => Trap::probe(cx.group()).map(drop),
        Capability::SyncWaiter => Trap::probe_waiter(cx.group()),
        Capability::WaitAsync => wait_async::probe().map(drop),
        Capability::StringCharacters => string_characters::probe().map(drop),
        Capability::BufferTransfer => transferred_buffer::probe().map(drop),
        Capability::CodeCache => code_cache::probe(cx),
        Capability::CellLayout => cell_layout::probe(cx),
        Capability::MapIterator => map_iterator::probe(cx),
        Capability::ValueEncoding => value_encoding::probe(cx.raw),
        Capability::StringCell => string_cell::probe().map(drop),
        Capability::HostFunction => host_function::probe().map(drop),
        Capability::ErrorHooks => error_hooks::probe().map(drop),
        Capability::AsyncFunction => async_function::outcome(cx),
        Capability::SloppyThis => sloppy_this::probe(),
    }
}

fn version() -> Option<String> {
    // SAFETY: declared by jsc/JSCVersion.h: they take nothing and return a number.
    let numbers = unsafe {
        [c"jsc_get_major_version", c"jsc_get_minor_version", c"jsc_get_micro_version"]
            .map(|name| Some(find::<unsafe extern "C" fn() -> c_uint>(name)?()))
    };
    let [Some(major), Some(minor), Some(micro)] = numbers else { return None };
    Some(format!("{major}.{minor}.{micro}"))
}

fn library() -> Option<String> {
    // SAFETY: all zeros is a value of this type; the name, if there is one, lives as long as the library.
    unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        let address = address(c"JSGlobalContextCreateInGroup");
        let found = libc::dladdr(address, &mut info) != 0 && !info.dli_fname.is_null();
        found.then(|| CStr::from_ptr(info.dli_fname).to_string_lossy().into_owned())
    }
}
