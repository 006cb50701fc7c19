mod support;

use hexloop_engine::{Capability, Context, report_extra_memory};
use support::{in_both_modes, lacks, show};

#[test]
fn grow_with_what_the_program_holds_and_shrink_when_it_is_dropped() {
    if lacks(Capability::HeapAccounting) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        cx.collect_garbage();
        let before = cx.heap_statistics();
        assert!(before.size > 0 && before.capacity >= before.size && before.object_count > 0, "{before:?}");
        show(cx, "globalThis.kept = Array.from({ length: 200000 }, (_, i) => ({ i })); 0");
        cx.collect_garbage();
        let during = cx.heap_statistics();
        assert!(during.size > before.size + 3_000_000, "{before:?} {during:?}");
        assert!(during.object_count > before.object_count + 150_000, "{before:?} {during:?}");
        show(cx, "delete globalThis.kept; 0");
        // The collector is conservative about the stack, so a stale word of a call that has returned can keep the array
        // alive until other calls overwrite it.
        let after = (0..50)
            .map(|_| {
                show(cx, "(function deep(n) { return n ? [n, deep(n - 1)].length : 0 })(200)");
                cx.collect_garbage();
                cx.heap_statistics()
            })
            .find(|after| after.size < during.size - 3_000_000)
            .unwrap_or_else(|| cx.heap_statistics());
        assert!(after.size < during.size - 3_000_000, "{during:?} {after:?}");
    });
}

#[test]
fn the_size_agrees_with_the_statistics_without_a_walk() {
    if lacks(Capability::HeapAccounting) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        show(
            cx,
            "globalThis.kept = Array.from({ length: 20000 }, (_, i) => ({ i })); globalThis.bytes = new Uint8Array(1 << 20); 0",
        );
        cx.collect_garbage();
        let (counted, asked) = (cx.heap_statistics(), cx.heap_size());
        // The statistics are themselves an object in the heap.
        assert!(asked.size.abs_diff(counted.size) < 10_000, "{counted:?} {asked:?}");
        assert!(
            asked.extra_memory >= 1 << 20 && asked.extra_memory.abs_diff(counted.extra_memory) < 10_000,
            "{counted:?} {asked:?}"
        );
        assert!(asked.capacity.abs_diff(counted.capacity) < 1 << 20, "{counted:?} {asked:?}");
    });
}

#[test]
fn count_what_rust_protects() {
    if lacks(Capability::HeapAccounting) {
        return;
    }
    let context = Context::new();
    let cx = context.cx();
    // The first script makes the engine protect an object or two of its own.
    cx.evaluate("({})", "t.js", 1).unwrap();
    let before = cx.heap_statistics().protected_object_count;
    let values: Vec<_> = (0..100).map(|_| cx.evaluate("({})", "t.js", 1).unwrap()).collect();
    assert_eq!(cx.heap_statistics().protected_object_count, before + 100);
    drop(values);
    assert_eq!(cx.heap_statistics().protected_object_count, before, "and nothing stays protected by mistake");
}

#[test]
fn errors_and_failed_calls_leave_nothing_protected() {
    let context = Context::new();
    let cx = context.cx();
    let native = cx.function("native", |call| {
        let _ = call.value(0).as_object();
        Err(hexloop_engine::Throw::type_error("no").text("code", "E").into())
    });
    cx.global().set("native", native.value()).unwrap();
    let fail = || {
        assert!(cx.evaluate("native({})", "t.js", 1).is_err());
        assert!(cx.evaluate("throw new Error('x')", "t.js", 1).is_err());
        assert!(cx.evaluate("not valid", "t.js", 1).is_err());
    };
    fail();
    let before = cx.heap_statistics().protected_object_count;
    for _ in 0..100 {
        fail();
    }
    assert_eq!(cx.heap_statistics().protected_object_count, before);
}

#[test]
fn extra_memory_makes_the_engine_collect_sooner() {
    if lacks(Capability::HeapAccounting) {
        return;
    }
    let context = Context::new();
    let cx = context.cx();
    let native = cx.function("holdsMuch", |call| {
        report_extra_memory(call.cx(), 1 << 20);
        Ok(().into())
    });
    cx.global().set("holdsMuch", native.value()).unwrap();
    show(cx, "globalThis.refs = Array.from({ length: 100 }, (_, i) => new WeakRef({ i })); 0");
    let gone = |cx| show(cx, "refs.some((ref) => ref.deref() === undefined)");
    assert_eq!(gone(cx), "false", "a hundred small objects are no reason to collect");
    for _ in 0..100 {
        show(cx, "for (let i = 0; i < 100; i++) holdsMuch(); 0");
    }
    assert_eq!(gone(cx), "true");
}
