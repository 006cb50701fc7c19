mod support;

use hexloop_engine::{Call, Capability, Context, Cx, Object, Out, SharedNumbers, TransferredBuffer, Value};
use support::{in_both_modes, lacks, show};

fn evaluate<'a>(cx: Cx<'a>, source: &str) -> Value<'a> {
    cx.evaluate(source, "t.js", 1).unwrap_or_else(|thrown| panic!("{source}: {thrown}"))
}

fn bytes_of(cx: Cx<'_>, source: &str) -> Option<Vec<u8>> {
    evaluate(cx, source).with_bytes(|bytes| bytes.to_vec())
}

/// `read(view)` returns the bytes that Rust sees, `fill(view, n)` overwrites them.
fn install(context: &Context) {
    let cx = context.cx();
    let read = cx.function("read", |call| call.with_bytes(0, |bytes| format!("{bytes:?}").into()));
    let fill = cx.function("fill", |call| {
        let value = call.number(1)? as u8;
        call.with_bytes_mut(0, |bytes| bytes.fill(value))?;
        Ok(Out::Undefined)
    });
    cx.global().set("read", read.value()).unwrap();
    cx.global().set("fill", fill.value()).unwrap();
}

#[test]
fn views_with_the_same_properties_have_one_structure() {
    if lacks(Capability::CellLayout) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        let is_plain = |source: &str| {
            let (plain, other) = (evaluate(cx, "new Uint8Array(3)"), evaluate(cx, source));
            plain.as_object().unwrap().has_same_structure(&other.as_object().unwrap())
        };
        for plain in
            ["new Uint8Array(100000)", "new Uint8Array(new ArrayBuffer(9), 1, 5)", "new Uint8Array(9).subarray(1)"]
        {
            assert!(is_plain(plain), "{plain}");
        }
        for other in [
            "Object.assign(new Uint8Array(3), { name: 1 })",
            "Object.defineProperty(new Uint8Array(3), 'name', {})",
            "Object.setPrototypeOf(new Uint8Array(3), {})",
            "new (class extends Uint8Array {})(3)",
            "new Int8Array(3)",
        ] {
            assert!(!is_plain(other), "{other}");
        }
    });
}

#[test]
fn every_kind_of_view_lends_exactly_its_bytes() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        for (source, expected) in [
            ("new Uint8Array([1, 2, 3])", vec![1, 2, 3]),
            ("new Int8Array([-1])", vec![255]),
            ("new Uint16Array([1, 256])", vec![1, 0, 0, 1]),
            ("new Float64Array([1])", vec![0, 0, 0, 0, 0, 0, 240, 63]),
            ("new BigInt64Array([1n])", vec![1, 0, 0, 0, 0, 0, 0, 0]),
            ("new Uint8Array([1, 2, 3]).buffer", vec![1, 2, 3]),
            ("new DataView(new Uint8Array([1, 2, 3]).buffer)", vec![1, 2, 3]),
            ("new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2)", vec![2, 3]),
            ("new Uint8Array(0)", vec![]),
            ("new ArrayBuffer(0)", vec![]),
            ("new (class extends Uint8Array {})([5])", vec![5]),
            ("Object.setPrototypeOf(new Uint8Array([6]), null)", vec![6]),
            ("new Uint8Array(2000).fill(9).subarray(1998)", vec![9, 9]),
        ] {
            assert_eq!(bytes_of(cx, source).as_deref(), Some(&expected[..]), "{source}");
        }
        for source in ["[1, 2]", "({ buffer: new ArrayBuffer(1), byteLength: 1 })", "'text'", "1", "null", "undefined"]
        {
            assert_eq!(bytes_of(cx, source), None, "{source}");
        }
        for source in ["new Proxy(new Uint8Array(1), {})", "Object.create(new Uint8Array(1))", "Symbol()", "() => {}"] {
            assert_eq!(bytes_of(cx, source), None, "{source}");
        }
    });
}

#[test]
fn an_offset_view_starts_at_its_offset() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        install(context);
        assert_eq!(show(cx, "globalThis.all = new Uint8Array([1, 2, 3, 4, 5]); read(all.subarray(1, 4))"), "[2, 3, 4]");
        assert_eq!(show(cx, "fill(all.subarray(1, 4), 0); String(all)"), "1,0,0,0,5");
        assert_eq!(show(cx, "fill(new Uint16Array(new ArrayBuffer(8), 2, 1), 7); read(all.buffer)"), "[1, 0, 0, 0, 5]");
        assert_eq!(show(cx, "const s = new Uint8Array([1, 2, 3, 4]); fill(s.subarray(3), 9); String(s)"), "1,2,3,9");
    });
}

#[test]
fn a_detached_view_has_no_bytes() {
    if lacks(Capability::CellLayout) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        install(context);
        assert_eq!(show(cx, "const d = new Uint8Array([1, 2]); d.buffer.transfer(); read(d)"), "[]");
        assert_eq!(show(cx, "const b = new ArrayBuffer(4); b.transfer(); read(b)"), "[]");
        assert_eq!(show(cx, "const v = new DataView(new ArrayBuffer(4)); v.buffer.transfer(); read(v)"), "[]");
    });
}

#[test]
fn a_view_that_rust_has_read_can_still_be_transferred() {
    if lacks(Capability::CellLayout) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        install(context);
        let moved = "const t = new Uint8Array([1, 2, 3]); read(t); read(t.buffer); read(new DataView(t.buffer)); \
                     const to = t.buffer.transfer(); [t.length, to.byteLength, t.buffer.detached].join()";
        assert_eq!(show(cx, moved), "0,3,true");
    });
}

#[test]
fn resizable_buffers_show_what_they_hold_now() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        install(context);
        let program = "const r = new ArrayBuffer(4, { maxByteLength: 8 }); const tracking = new Uint8Array(r, 1); \
                       const fixed = new Uint8Array(r, 0, 4); tracking.fill(7); const seen = [read(tracking), read(fixed)]; \
                       r.resize(6); seen.push(read(tracking), read(fixed), read(r)); \
                       r.resize(2); seen.push(read(tracking), read(fixed), read(r)); \
                       r.resize(0); seen.push(read(tracking), read(fixed), read(r)); seen.join(' ')";
        assert_eq!(
            show(cx, program),
            "[7, 7, 7] [0, 7, 7, 7] [7, 7, 7, 0, 0] [0, 7, 7, 7] [0, 7, 7, 7, 0, 0] [7] [] [0, 7] [] [] []"
        );
    });
}

#[test]
fn bytes_from_rust_become_an_array_over_the_same_memory() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let mut bytes = vec![1u8, 2, 3];
        let address = bytes.as_mut_ptr() as usize;
        let array = Object::bytes(cx, bytes);
        assert_eq!(array.byte_address(), Some(address), "not copied");
        cx.global().set("array", &array).unwrap();
        assert_eq!(show(cx, "array[0] = 9; array instanceof Uint8Array && String(array)"), "9,2,3");
        assert_eq!(array.with_bytes(|bytes| bytes[0]), Some(9));
        let empty = Object::bytes(cx, Vec::new());
        cx.global().set("empty", &empty).unwrap();
        assert_eq!(show(cx, "empty.length + ' ' + empty.buffer.byteLength"), "0 0");
    });
}

#[test]
fn bytes_from_rust_outlive_everything_but_their_last_view() {
    let context = Context::new();
    let cx = context.cx();
    let make = cx.function("make", |call| Ok(vec![call.number(0)? as u8; 100_000].into()));
    cx.global().set("make", make.value()).unwrap();
    show(cx, "globalThis.views = []; for (let i = 0; i < 200; i++) views.push(make(i).subarray(500, 600)); 0");
    cx.collect_garbage();
    show(cx, "for (let i = 0; i < 200; i++) make(255); 0");
    cx.collect_garbage();
    assert_eq!(show(cx, "views.every((view, i) => view.every((byte) => byte === i))"), "true");
    assert_eq!(show(cx, "globalThis.moved = views[3].buffer.transfer(); views.length = 0; 0"), "0");
    cx.collect_garbage();
    assert_eq!(show(cx, "new Uint8Array(moved).every((byte) => byte === 3)"), "true");
}

#[test]
fn too_large_a_buffer_is_a_range_error_not_an_abort() {
    let context = Context::new();
    let cx = context.cx();
    // Zeroed memory that nobody touches costs nothing, however much it is.
    let make = cx.function("make", |call| Ok(vec![0u8; call.number(0)? as usize].into()));
    cx.global().set("make", make.value()).unwrap();
    assert_eq!(show(cx, "try { make(2 ** 32 + 1) } catch (e) { e instanceof RangeError }"), "true");
    for length in [1usize << 32, 1 << 53, usize::MAX] {
        let thrown = Object::zeroed_bytes(cx, length).err().expect("too large");
        assert!(thrown.message().starts_with("RangeError"), "{}", thrown.message());
        assert!(SharedNumbers::new(cx, length).is_err());
    }
    assert_eq!(Object::zeroed_bytes(cx, 3).unwrap().value().with_bytes(|bytes| bytes.to_vec()), Some(vec![0; 3]));
    assert_eq!(show(cx, "1 + 1"), "2");
}

#[test]
fn javascript_cannot_be_called_while_its_bytes_are_borrowed() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        fn takes_away(call: &Call<'_>) -> Result<Out<'static>, hexloop_engine::Failure<'static>> {
            let take = call.value(1).as_object().expect("a function");
            let outcome = call.value(0).with_bytes_mut(|bytes| {
                let _ = take.call(&[]);
                bytes.fill(1);
            });
            assert!(outcome.is_some());
            Ok(Out::Undefined)
        }
        let native = cx.function("native", |call| takes_away(call).map_err(|_| unreachable!()));
        cx.global().set("native", native.value()).unwrap();
        let program = "const b = new ArrayBuffer(64, { maxByteLength: 64 }); \
                       try { native(b, () => b.resize(0)) } catch (e) { e.message }";
        assert_eq!(show(cx, program), "Hexloop has a bug: JavaScript was called while its bytes were borrowed");
        assert_eq!(show(cx, "b.resize(0); b.byteLength"), "0", "afterwards it may");
    });
}

#[test]
fn overlapping_bytes_cannot_be_borrowed_twice_but_adjacent_ones_can() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let copy = cx.function("copy", |call| {
            let from = call.value(0);
            call.with_bytes_mut(1, |to| from.with_bytes(|from| to.copy_from_slice(from)))?;
            Ok(Out::Undefined)
        });
        cx.global().set("copy", copy.value()).unwrap();
        let program = "const a = new Uint8Array([1, 2, 3, 4]); copy(a.subarray(0, 2), a.subarray(2)); String(a)";
        assert_eq!(show(cx, program), "1,2,1,2");
        let overlapping = "try { copy(a.subarray(0, 3), a.subarray(1)) } catch (e) { e.message }";
        assert_eq!(show(cx, overlapping), "Hexloop has a bug: bytes that are borrowed already were borrowed again");
        assert_eq!(show(cx, "copy(a, new Uint8Array(4)); 'and again'"), "and again");
        let twice = evaluate(cx, "new Uint8Array([7, 8])");
        let read = twice.with_bytes(|one| twice.with_bytes(|two| (one.to_vec(), two[1])));
        assert_eq!(read, Some(Some((vec![7, 8], 8))), "for reading they can");
    });
}

#[test]
fn a_part_ends_where_the_bytes_end() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let part = cx.function("part", |call| {
            let (from, to) = (call.number(1)? as usize, call.number(2)? as usize);
            let read = call.with_part(0, |_| from..to, |bytes| format!("{bytes:?}"))?;
            call.with_part_mut(0, |length| length.saturating_sub(1)..to, |bytes| bytes.fill(9))?;
            Ok(read.into())
        });
        cx.global().set("part", part.value()).unwrap();
        assert_eq!(
            show(cx, "const p = new Uint8Array([1, 2, 3]); part(p, 1, 2) + part(p, 1, 100) + p"),
            "[2][2, 3]1,2,9"
        );
        assert_eq!(show(cx, "part(p, 5, 9) + part(p, 2, 1) + part(new Uint8Array(0), 0, 9)"), "[][][]");
    });
}

fn panics(body: impl FnOnce()) -> String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).expect_err("it panics");
    panic
        .downcast_ref::<&str>()
        .map_or_else(|| panic.downcast_ref::<String>().unwrap().clone(), |text| (*text).to_owned())
}

#[test]
fn numbers_that_are_borrowed_as_bytes_cannot_be_accessed() {
    let context = Context::new();
    let cx = context.cx();
    let numbers = SharedNumbers::new(cx, 2).unwrap();
    let array = numbers.array(cx);
    let again = "bytes that are borrowed already were borrowed again";
    assert_eq!(panics(|| array.with_bytes_mut(|_| numbers.set(0, 1.0)).unwrap()), again);
    assert_eq!(panics(|| assert!(array.with_bytes_mut(|_| numbers.get(0)).is_some())), again);
    assert_eq!(panics(|| array.with_bytes(|_| numbers.set(0, 1.0)).unwrap()), again);
    assert_eq!(array.with_bytes(|_| numbers.get(0)), Some(0.0), "except for two readers");
    numbers.set(0, 2.0);
    assert_eq!(array.with_bytes(|bytes| bytes[..8] == 2f64.to_ne_bytes()), Some(true));
}

#[test]
fn borrowed_memory_is_not_transferred() {
    if lacks(Capability::BufferTransfer) {
        return;
    }
    let context = Context::new();
    let array = evaluate(context.cx(), "globalThis.large = new Uint8Array(100000).fill(5)");
    let buffer = evaluate(context.cx(), "large.buffer");
    let panic = panics(|| {
        array.with_bytes(|bytes| {
            drop(TransferredBuffer::take(&buffer));
            assert_eq!(bytes[99_999], 5);
        });
    });
    assert_eq!(panic, "JavaScript was called while its bytes were borrowed");
    assert!(TransferredBuffer::take(&buffer).is_some());
    assert_eq!(array.with_bytes(<[u8]>::len), Some(0));
}

#[test]
fn shared_numbers_are_seen_by_both_sides_at_once() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let numbers = SharedNumbers::new(cx, 4).unwrap();
        cx.global().set("numbers", &numbers.array(cx)).unwrap();
        numbers.set(2, 1.5);
        assert_eq!(show(cx, "numbers[1] = numbers[2] * 2; numbers.length"), "4");
        assert_eq!(numbers.get(1), 3.0);
        let none = SharedNumbers::new(cx, 0).unwrap();
        cx.global().set("none", &none.array(cx)).unwrap();
        assert_eq!(show(cx, "none.length"), "0");
    });
}

#[test]
fn shared_numbers_survive_whatever_javascript_does_to_its_array() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let numbers = SharedNumbers::new(cx, 1000).unwrap();
        cx.global().set("numbers", &numbers.array(cx)).unwrap();
        show(cx, "numbers.fill(5); globalThis.copy = numbers.buffer.transfer(); delete globalThis.copy; 0");
        cx.collect_garbage();
        show(cx, "for (let i = 0; i < 100; i++) new Float64Array(1000).fill(-1); 0");
        assert!((0..1000).all(|index| numbers.get(index) == 5.0));
        numbers.set(7, 8.0);
        assert_eq!(show(cx, "numbers[7]"), "8", "a transfer gives JavaScript a copy; both sides keep the same memory");
        show(
            cx,
            "try { numbers.buffer.resize(8) } catch {} try { numbers.buffer.transferToFixedLength(8) } catch {} 0",
        );
        assert_eq!(numbers.get(7), 8.0);
    });
}

#[test]
fn shared_numbers_may_be_dropped_before_or_after_their_array() {
    let context = Context::new();
    let cx = context.cx();
    for round in 0..50 {
        let numbers = SharedNumbers::new(cx, 10_000).unwrap();
        if round % 2 == 0 {
            cx.global().set("kept", &numbers.array(cx)).unwrap();
        }
        numbers.set(9_999, f64::from(round));
    }
    cx.collect_garbage();
    assert_eq!(show(cx, "kept[9999]"), "48", "the array keeps the memory that Rust dropped");
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn shared_numbers_have_bounds() {
    let context = Context::new();
    SharedNumbers::new(context.cx(), 4).unwrap().get(4);
}
