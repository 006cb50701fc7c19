mod support;

use hexloop_engine::{Capability, Context, TransferredBuffer};
use std::thread;
use support::{lacks, show};

fn take(context: &Context, source: &str) -> Option<TransferredBuffer> {
    TransferredBuffer::take(&context.cx().evaluate(source, "t.js", 1).unwrap())
}

fn put(context: &Context, memory: TransferredBuffer) {
    let view = memory.into_view(context.cx()).unwrap();
    context.cx().global().set("view", &view).unwrap();
}

#[test]
fn an_array_buffer_is_transferred_and_left_detached() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    let one = Context::new();
    let memory = take(&one, "globalThis.buffer = new Uint8Array([1, 2, 3]).buffer").unwrap();
    assert_eq!(show(one.cx(), "buffer.detached + ' ' + buffer.byteLength"), "true 0");
    let shown = thread::spawn(move || {
        let two = Context::new();
        put(&two, memory);
        show(two.cx(), "view.buffer instanceof ArrayBuffer && [...new Uint8Array(view.buffer)].join()")
    });
    assert_eq!(shown.join().unwrap(), "1,2,3");
}

#[test]
fn a_shared_array_buffer_is_the_same_memory_on_both_sides() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    let one = Context::new();
    let memory = take(&one, "globalThis.numbers = new Int32Array(new SharedArrayBuffer(8)); numbers.buffer").unwrap();
    thread::spawn(move || {
        let two = Context::new();
        put(&two, memory);
        assert_eq!(show(two.cx(), "view.buffer instanceof SharedArrayBuffer"), "true");
        show(two.cx(), "Atomics.store(new Int32Array(view.buffer), 1, 42)");
    })
    .join()
    .unwrap();
    assert_eq!(show(one.cx(), "numbers.join()"), "0,42");
}

fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

/// Large enough for the swap that avoids collections (`transferred_buffer.rs`).
#[test]
fn large_memory_is_transferred_back_and_forth_unchanged() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    let (one, two) = (Context::new(), Context::new());
    show(one.cx(), "globalThis.next = new Uint8Array(1 << 20).map((_, index) => index * 7).buffer; 0");
    for round in 0..60 {
        let (from, to) = if round % 2 == 0 { (&one, &two) } else { (&two, &one) };
        put(to, take(from, "next").unwrap());
        assert_eq!(show(from.cx(), "next.detached + ' ' + next.byteLength"), "true 0");
        show(to.cx(), "globalThis.next = view.buffer; new Uint8Array(next)[5]++; 0");
        if round % 10 == 9 {
            from.cx().collect_garbage();
            to.cx().collect_garbage();
        }
    }
    let check = "const bytes = new Uint8Array(next); bytes.length + ' ' + (bytes[5] - 35) + ' ' + \
                 bytes.every((byte, index) => index === 5 || byte === (index * 7 & 255))";
    assert_eq!(show(one.cx(), check), "1048576 60 true");
}

#[test]
fn received_memory_is_collected_however_much_was_transferred_away() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    let (one, two) = (Context::new(), Context::new());
    let pass = |from: &Context, to: &Context| {
        put(to, take(from, "new Uint8Array(1 << 20).fill(1).buffer").unwrap());
        show(to.cx(), "new Uint8Array(view.buffer)[9] = 1; globalThis.view = undefined");
    };
    for _ in 0..100 {
        pass(&two, &one);
    }
    let before = resident();
    for _ in 0..600 {
        pass(&one, &two);
    }
    assert!(resident() < before + (200 << 20), "{} bytes more", resident() - before);
}

#[test]
fn a_transfer_that_is_dropped_frees_its_memory() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    let one = Context::new();
    let mut before = 0;
    for round in 0..200 {
        let memory = take(&one, "new Uint8Array(4 << 20).fill(1).buffer").unwrap();
        drop(memory);
        drop(take(&one, "new SharedArrayBuffer(4 << 20)").unwrap().share().unwrap());
        one.cx().collect_garbage();
        if round == 20 {
            before = resident();
        }
    }
    assert!(resident() < before + (200 << 20), "{} bytes more", resident() - before);
}

#[test]
fn only_an_attached_buffer_can_be_transferred() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    let one = Context::new();
    for source in ["({})", "1", "new Uint8Array(4)", "const b = new ArrayBuffer(4); b.transfer(); b"] {
        assert!(take(&one, source).is_none(), "{source}");
    }
}
