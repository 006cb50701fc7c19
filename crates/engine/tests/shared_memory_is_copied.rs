//! Memory that another thread may write is never lent: Rust gets a copy, and what it changes is written back.

mod support;

use hexloop_engine::{Capability, Context, Out, TransferredBuffer};
use std::sync::mpsc::channel;
use std::thread;
use support::{lacks, show};

const SIZE: usize = 4096;

/// `isLent(view)`: whether Rust gets the same memory; `add(view, side)` to every second byte; `isSteady(view)`.
fn install(context: &Context) {
    let cx = context.cx();
    let is_lent = cx.function("isLent", |call| {
        Ok(call.with_bytes(0, |bytes| call.value(0).byte_address() == Some(bytes.as_ptr() as usize))?.into())
    });
    let add = cx.function("add", |call| {
        let side = call.number(1)? as usize;
        call.with_bytes_mut(0, |bytes| {
            bytes.iter_mut().skip(side).step_by(2).for_each(|byte| *byte = byte.wrapping_add(1))
        })?;
        Ok(Out::Undefined)
    });
    // Optimized code may read a byte twice, and see two values.
    let steady = cx.function("isSteady", |call| {
        let same =
            call.with_bytes(0, |bytes| bytes.iter().map(|byte| std::hint::black_box(*byte)).eq(bytes.iter().copied()))?;
        Ok(same.into())
    });
    for (name, function) in [("isLent", is_lent), ("add", add), ("isSteady", steady)] {
        cx.global().set(name, function.value()).unwrap();
    }
}

fn share(context: &Context, source: &str) -> TransferredBuffer {
    TransferredBuffer::take(&context.cx().evaluate(source, "t.js", 1).unwrap()).expect("a SharedArrayBuffer")
}

fn receive(context: &Context, memory: TransferredBuffer) {
    context.cx().global().set("received", &memory.into_view(context.cx()).unwrap()).unwrap();
    show(context.cx(), "globalThis.shared = received.buffer; 0");
}

#[test]
fn only_memory_that_is_shared_is_copied() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    let context = Context::new();
    install(&context);
    let cx = context.cx();
    drop(share(&context, "globalThis.shared = new SharedArrayBuffer(64)"));
    drop(share(&context, "globalThis.growing = new SharedArrayBuffer(64, { maxByteLength: 128 })"));
    let copied = [
        "shared",
        "growing",
        "new Uint8Array(shared)",
        "new Uint8Array(shared, 8, 8)",
        "new Float64Array(shared)",
        "new BigInt64Array(growing)",
        "new Uint8Array(growing)",
        "new DataView(shared)",
        "new DataView(growing, 4)",
        "Object.setPrototypeOf(new Uint8Array(shared), null)",
        "Object.assign(new Uint8Array(shared), { name: 1 })",
        "new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true }).buffer",
    ];
    for code in copied {
        assert_eq!(show(cx, &format!("isLent({code})")), "false", "{code}");
    }
    let lent = [
        "new Uint8Array(8)",
        "new Uint8Array(100000)",
        "Object.assign(new Uint8Array(8), { name: 1 })",
        "new ArrayBuffer(8)",
        "new Uint8Array(new ArrayBuffer(8), 4)",
        "new DataView(new ArrayBuffer(8))",
        "new Uint8Array(new ArrayBuffer(8, { maxByteLength: 64 }))",
        "Object.setPrototypeOf(new Uint8Array(8), SharedArrayBuffer.prototype)",
        "new WebAssembly.Memory({ initial: 1 }).buffer",
    ];
    for code in lent {
        assert_eq!(show(cx, &format!("isLent({code})")), "true", "{code}");
    }
}

#[test]
fn two_threads_write_shared_memory_and_lose_nothing() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    const ROUNDS: usize = 300;
    let context = Context::new();
    install(&context);
    let memory = share(&context, &format!("globalThis.shared = new SharedArrayBuffer({SIZE})"));
    let hammer = |side: usize| {
        format!(
            "const bytes = new Uint8Array(shared); let torn = 0; \
             for (let i = 0; i < {ROUNDS}; i++) {{ add(bytes, {side}); if (!isSteady(bytes)) torn++ }} torn"
        )
    };
    let (ready, begin) = channel();
    let other = thread::spawn(move || {
        let context = Context::new();
        install(&context);
        receive(&context, memory);
        ready.send(()).unwrap();
        show(context.cx(), &hammer(1))
    });
    begin.recv().unwrap();
    assert_eq!(show(context.cx(), &hammer(0)), "0", "a copy does not change while it is read");
    assert_eq!(other.join().unwrap(), "0");
    let expected = ROUNDS % 256;
    assert_eq!(show(context.cx(), &format!("new Uint8Array(shared).every((byte) => byte === {expected})")), "true");
}

#[test]
fn javascript_of_another_thread_writes_meanwhile() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    let context = Context::new();
    install(&context);
    let memory = share(&context, &format!("globalThis.shared = new SharedArrayBuffer({SIZE})"));
    let (ready, begin) = channel();
    let other = thread::spawn(move || {
        let context = Context::new();
        receive(&context, memory);
        ready.send(()).unwrap();
        // Until the first byte is set.
        show(
            context.cx(),
            "const bytes = new Uint8Array(shared); let value = 0; \
             while (Atomics.load(bytes, 0) === 0) { bytes.fill(value = value + 1 & 255, 1) } bytes.fill(0, 1); 'ended'",
        )
    });
    begin.recv().unwrap();
    let torn = "const bytes = new Uint8Array(shared); let torn = 0; \
                for (let i = 0; i < 200; i++) { if (!isSteady(bytes)) torn++; add(bytes.subarray(1, 2), 1) } torn";
    assert_eq!(show(context.cx(), torn), "0");
    show(context.cx(), "Atomics.store(bytes, 0, 1)");
    assert_eq!(other.join().unwrap(), "ended");
}
