//! Both kinds of native function, host functions and those of the C API, with and without captures, with nested and direct entry: what
//! JavaScript sees is the same. (`HEXLOOP_ENGINE=no-host-function` makes them one kind; the tests hold then, too.)

mod support;

use hexloop_engine::{Answer, Call, Capability, Characters, Context, Cx, Object, Out, Throw, Value, Watchdog};
use std::thread;
use std::time::Duration;
use support::{in_both_modes, lacks, show};

/// The global names of the kinds of native function.
const KINDS: [&str; 4] = ["host", "hostCapturing", "api", "apiCapturing"];

type Body = for<'c> fn(&Call<'c>) -> Answer<'c>;

fn install(cx: Cx<'_>, body: Body) {
    // A function pointer is not zero-sized, so it is captured; the two that capture nothing reach it through a thread-local.
    thread_local! {
        static BODY: std::cell::Cell<Option<Body>> = const { std::cell::Cell::new(None) };
    }
    BODY.set(Some(body));
    let functions = [
        cx.function("native", |call| BODY.get().expect("installed")(call)),
        cx.function("native", body),
        cx.unlocked_function("native", |call| BODY.get().expect("installed")(call)),
        cx.unlocked_function("native", body),
    ];
    for (name, function) in KINDS.iter().zip(functions) {
        cx.global().set(name, function.value()).unwrap();
    }
}

/// The result of `script`, which calls `native`, for each kind: it must be the same for all, and is returned.
fn by_every_kind(context: &Context, body: Body, script: &str) -> String {
    let cx = context.cx();
    install(cx, body);
    let seen: Vec<String> =
        KINDS.iter().map(|kind| show(cx, &format!("globalThis.native = {kind}; (() => {{ {script} }})()"))).collect();
    for (kind, other) in KINDS.iter().zip(&seen).skip(1) {
        assert_eq!(other, &seen[0], "{kind} (left) differs from {} (right) in {script}", KINDS[0]);
    }
    seen.into_iter().next().unwrap()
}

/// Its arguments as a string, with their kinds.
fn describe<'c>(call: &Call<'c>) -> Answer<'c> {
    let mut said = Vec::new();
    for index in 0..call.len() {
        let value = call.value(index);
        let text = value.to_text().unwrap_or_else(|_| "?".to_owned());
        said.push(format!("{:?}:{text}:{}", value.kind(), value.truthy()));
    }
    Ok(said.join(" ").into())
}

#[test]
fn arguments_are_the_same() {
    let cases = [
        ("return native()", ""),
        (
            "return native(1, -1, 0, -0, 0.5, NaN, 1e300, 2 ** 31, -(2 ** 31))",
            "Number:1:true Number:-1:true Number:0:false Number:0:false Number:0.5:true Number:NaN:false Number:1e+300:true Number:2147483648:true Number:-2147483648:true",
        ),
        (
            "return native(undefined, null, true, false)",
            "Undefined:undefined:false Null:null:false Boolean:true:true Boolean:false:false",
        ),
        (
            "return native('', 'x', 'caf\\u00e9', '\\u03b1', 'ro' + Math.max(1, 2))",
            "String::false String:x:true String:café:true String:α:true String:ro2:true",
        ),
        (
            "return native(7n, 0n, {}, [1], () => 1)",
            "BigInt:7:true BigInt:0:false Object:[object Object]:true Object:1:true Object:() => 1:true",
        ),
        ("return native(Symbol('s'))", "Symbol:?:true"),
        (
            "return native.call('this', 1) + native.apply(null, [2]) + native.bind(3, 4)(5)",
            "Number:1:trueNumber:2:trueNumber:4:true Number:5:true",
        ),
        ("return Reflect.apply(native, undefined, [1])", "Number:1:true"),
        ("return native(...Array(3000).fill(7)).split(' ').length", "3000"),
        ("return [5].map(native)[0]", "Number:5:true Number:0:false Object:5:true"),
        ("return { get x() { return native(arguments.length) } }.x", "Number:0:false"),
        ("return new Proxy(native, {})(1)", "Number:1:true"),
        ("return native?.(1) + `${native(2)}`", "Number:1:trueNumber:2:true"),
        ("let s = 0; for (let i = 0; i < 20000; i++) s += native(i).length; return s", "328891"),
    ];
    for (script, expected) in cases {
        let context = Context::new();
        assert_eq!(by_every_kind(&context, describe, script), expected, "{script}");
    }
}

#[test]
fn results_are_the_same() {
    fn answer<'c>(call: &Call<'c>) -> Answer<'c> {
        Ok(match call.number(0)? as i32 {
            0 => Out::Undefined,
            1 => Out::Null,
            2 => Out::Boolean(true),
            3 => Out::Number(-0.0),
            4 => Out::Number(f64::from_bits(0xffff_ffff_ffff_ffff)),
            5 => Out::Text(String::new()),
            6 => Out::Text("x".into()),
            7 => Out::Text("café €".into()),
            8 => Out::Utf16(vec![0xd800, 0x61]),
            9 => Out::Bytes(vec![1, 2, 3]),
            10 => Out::Value(call.value(1)),
            11 => Object::empty(call.cx()).into(),
            _ => Out::Value(Value::string(call.cx(), "a longer text")),
        })
    }
    let context = Context::new();
    let script = "const o = {}; return Array.from({ length: 13 }, (_, i) => native(i, o)).map((v, i) =>
        i === 10 ? v === o : `${typeof v} ${Object.is(v, -0) ? '-0' : JSON.stringify(v)}`).join('|')";
    assert_eq!(
        by_every_kind(&context, answer, script),
        "undefined undefined|object null|boolean true|number -0|number null|string \"\"|string \"x\"|string \"café €\"|string \"\\ud800a\"|object {\"0\":1,\"1\":2,\"2\":3}|true|object {}|string \"a longer text\""
    );
}

fn throw<'c>(call: &Call<'c>) -> Answer<'c> {
    match call.value(0).as_object() {
        Some(function) => Ok(function.call(&[])?.into()),
        None => Err(Throw::type_error("thrown here").text("code", "ERR_HERE").into()),
    }
}

#[test]
fn what_is_thrown_is_caught_and_its_stack_names_the_same_frames() {
    let seen = in_both_modes(|context, _| {
        by_every_kind(
            context,
            throw,
            "function outer() { return native() } try { outer() } catch (e) {
                return `${e instanceof TypeError} ${e.message} ${e.code} ${e.stack.split('\\n').filter(l => !l.includes('[native code]')).map(l => l.split('@')[0]).slice(0, 2)}` }",
        )
    });
    assert_eq!(seen, "true thrown here ERR_HERE outer,");
    let identical = in_both_modes(|context, _| {
        by_every_kind(
            context,
            throw,
            "const o = {}; const seen = []; for (const thrown of [o, 1, 'text', undefined, null, Symbol.iterator]) {
                try { native(() => { throw thrown }) } catch (e) { seen.push(Object.is(e, thrown)) } } return seen.join()",
        )
    });
    assert_eq!(identical, "true,true,true,true,true,true");
}

/// The engine hides the frames of functions that own a closure.
#[test]
fn a_function_that_captures_nothing_is_a_frame_of_the_stack() {
    for kind in ["host", "api"] {
        let context = Context::new();
        install(context.cx(), throw);
        let thrown = context.cx().evaluate(&format!("(function outer() {{ {kind}() }})()"), "/t.js", 1).err().unwrap();
        let stack = thrown.stack();
        let frames: Vec<&str> = stack.lines().take(3).collect();
        assert_eq!(frames[..2], ["TypeError: thrown here", "    at native (<anonymous>)"], "{kind}");
        assert!(frames[2].starts_with("    at outer (/t.js:1:"), "{kind}: {}", frames[2]);
    }
}

#[test]
fn throwing_and_catching_works_in_optimized_code() {
    let context = Context::new();
    let script = "function t(f) { try { return native(f) } catch (e) { return 'caught ' + e.message } }
        let last; for (let i = 0; i < 20000; i++) last = [t(), t(() => i), t(() => { throw new Error('inner') }), t(() => t(() => 7))];
        return last.join('|')";
    assert_eq!(by_every_kind(&context, throw, script), "caught thrown here|19999|caught inner|7");
}

#[test]
fn names_constructors_and_prototypes_are_the_same() {
    let context = Context::new();
    let script = "let made; try { new native() } catch (e) { made = e.constructor.name }
        return [native.name, typeof native, made, native instanceof Function,
            native.hasOwnProperty('prototype'), typeof native.call, Object.prototype.toString.call(native)].join()";
    let sizeless = "host,api".split(',').map(|kind| {
        install(context.cx(), describe);
        show(context.cx(), &format!("globalThis.native = {kind}; (() => {{ {script} }})()"))
    });
    for seen in sizeless {
        assert_eq!(seen, "native,function,TypeError,true,false,function,[object Function]");
    }
}

#[test]
fn getters_conversions_and_proxies_in_arguments_throw_through() {
    fn convert<'c>(call: &Call<'c>) -> Answer<'c> {
        match call.text(0)?.as_str() {
            "number" => Ok(call.number(1)?.into()),
            "text" => Ok(call.text(1)?.into()),
            "characters" => call
                .with_characters(1, |characters| match characters {
                    Characters::Latin1(characters) => characters.len(),
                    Characters::Utf16(units) => units.len(),
                })
                .map(Out::from),
            "bytes" => Ok(call.with_bytes(1, |bytes| bytes.len())?.into()),
            "property" => Ok(call.value(1).as_object().ok_or_else(|| Throw::error("no object"))?.get("x")?.into()),
            other => Err(Throw::error(other).into()),
        }
    }
    let seen = in_both_modes(|context, _| {
        by_every_kind(
            context,
            convert,
            "const bad = { get x() { throw new Error('getter') }, valueOf() { throw new Error('valueOf') }, toString() { throw new Error('toString') },
                [Symbol.toPrimitive]: undefined };
             const proxy = new Proxy({}, { get() { throw new Error('trap') }, getPrototypeOf() { throw new Error('trap') } });
             const revoked = (() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })();
             const seen = [];
             for (const how of ['number', 'text', 'characters', 'bytes', 'property']) {
               for (const value of [bad, proxy, revoked, Symbol('s'), 1n]) {
                 try { seen.push(`${native(how, value)}`) } catch (e) { seen.push(e.message) }
               }
             }
             return seen.join('|')",
        )
    });
    assert!(seen.starts_with("valueOf|trap|"), "{seen}");
    assert_eq!(seen.split('|').count(), 25);
}

#[test]
fn re_entrance_from_an_argument_sees_no_stale_bytes() {
    /// The number is converted first, which may run JavaScript that detaches the bytes.
    fn sum<'c>(call: &Call<'c>) -> Answer<'c> {
        let add = call.number(1)?;
        Ok(call.with_bytes(0, |bytes| bytes.iter().map(|byte| f64::from(*byte)).sum::<f64>() + add)?.into())
    }
    let seen = in_both_modes(|context, _| {
        by_every_kind(
            context,
            sum,
            "const fresh = () => new Uint8Array([1, 2, 3]);
             const seen = [native(fresh(), 10)];
             let a = fresh(); seen.push(native(a, { valueOf() { a.buffer.transfer(); return 20 } }));
             const buffer = new ArrayBuffer(8, { maxByteLength: 64 }); const tracking = new Uint8Array(buffer).fill(1);
             seen.push(native(tracking, { valueOf() { buffer.resize(2); return 30 } }), native(tracking, { valueOf() { buffer.resize(64); return 40 } }));
             const fixed = new Uint8Array(buffer, 4, 8).fill(1); seen.push(native(fixed, { valueOf() { buffer.resize(5); return 50 } }));
             seen.push(native(new DataView(new ArrayBuffer(4)), 60), native(new ArrayBuffer(4), 70), native(new Float64Array(1), 80));
             a = fresh(); seen.push(native(a, { valueOf() { return native(a, 90) } }));
             return seen.join()",
        )
    });
    assert_eq!(seen, "16,20,32,42,50,60,70,80,102");
}

#[test]
fn javascript_is_not_entered_while_bytes_or_characters_are_borrowed() {
    fn enter<'c>(call: &Call<'c>) -> Answer<'c> {
        let function = call.value(1).as_object().ok_or_else(|| Throw::error("no function"))?;
        match call.value(0).as_object() {
            Some(_) => Ok(call.with_bytes(0, |_| function.call(&[]).map(Out::from))??),
            None => Ok(call.with_characters(0, |_| function.call(&[]).map(Out::from))??),
        }
    }
    let seen = in_both_modes(|context, _| {
        by_every_kind(
            context,
            enter,
            "const seen = []; let ran = 0;
             for (const lent of [new Uint8Array(8), new ArrayBuffer(8), 'a text', 'ro' + Math.max(1, 2)]) {
               try { native(lent, () => { ran++ }) } catch (e) { seen.push(e.message) }
             }
             return seen.join('|') + ran + [1, 2].map((n) => n * 2)",
        )
    });
    assert_eq!(
        seen,
        format!("{}02,4", ["Hexloop has a bug: JavaScript was called while its bytes were borrowed"; 4].join("|"))
    );
}

#[test]
fn a_stack_overflow_is_a_range_error_in_every_kind() {
    for megabytes in [2, 6] {
        let body = || {
            let context = Context::new();
            let seen = by_every_kind(
                &context,
                throw,
                "let depth = 0; function overflow() { depth++; return native(overflow) }
                 try { overflow() } catch (e) { return `${e instanceof RangeError} ${e.message} ${depth > 50}` }",
            );
            assert_eq!(seen, "true Maximum call stack size exceeded. true");
            assert_eq!(show(context.cx(), "1 + 1"), "2");
        };
        thread::Builder::new().stack_size(megabytes << 20).spawn(body).unwrap().join().unwrap();
    }
}

#[test]
fn a_script_that_spends_its_time_in_natives_is_terminated_from_another_thread() {
    if lacks(Capability::TimeLimit) {
        return;
    }
    for kind in KINDS {
        let context = Context::new();
        let cx = context.cx();
        install(cx, throw);
        let watchdog = Watchdog::new(context.vm(), None).expect("this engine has a time limit");
        for script in [
            "for (;;) KIND(() => 1)",
            "for (;;) { try { KIND(() => { for (;;) {} }) } catch {} }",
            "KIND(function f() { for (;;) KIND(() => [1].map(() => 2)) })",
        ] {
            let terminator = watchdog.terminator();
            let other = {
                let terminator = terminator.clone();
                thread::spawn(move || {
                    thread::sleep(Duration::from_millis(30));
                    terminator.terminate();
                })
            };
            let thrown = cx.evaluate(&script.replace("KIND", kind), "endless.js", 1).err().expect("it is terminated");
            assert!(thrown.is_termination(), "{kind}: {}", thrown.message());
            other.join().unwrap();
            terminator.reset();
            assert_eq!(show(cx, "[1, 2, 3].map((n) => n * 2).join()"), "2,4,6", "{kind}");
        }
    }
}

#[test]
fn captures_are_dropped_after_their_function_was_collected() {
    use std::rc::Rc;
    if lacks(Capability::SynchronousGc) {
        return;
    }
    for unlocked in [false, true] {
        let context = Context::new();
        let cx = context.cx();
        let captured = Rc::new(());
        for _ in 0..100 {
            let kept = captured.clone();
            let function = if unlocked {
                cx.unlocked_function("native", move |_| Ok(Out::Number(Rc::strong_count(&kept) as f64)))
            } else {
                cx.function("native", move |_| Ok(Out::Number(Rc::strong_count(&kept) as f64)))
            };
            assert!(function.call(&[]).unwrap().to_number().unwrap() > 1.0);
        }
        // Some may still be on the stack, where the collector sees their addresses.
        show(cx, "Array.from({ length: 1e4 }, () => [1, 2]).length");
        for _ in 0..3 {
            cx.collect_garbage();
        }
        let left = Rc::strong_count(&captured) - 1;
        assert!(left < 50, "{left} of 100 were not dropped");
    }
}

/// The engine keeps an atom string table per VM and installs it in the thread together with its lock.
#[test]
fn two_vms_on_one_thread_call_each_other() {
    fn relay<'c>(call: &Call<'c>) -> Answer<'c> {
        thread_local! {
            static OTHER: std::cell::RefCell<Option<std::rc::Rc<Context>>> = const { std::cell::RefCell::new(None) };
        }
        if call.is_empty() {
            let other = std::rc::Rc::new(Context::new());
            let back = other.cx().function("back", |call| Ok(call.number(0)?.into()));
            other.cx().global().set("back", back.value()).unwrap();
            drop(back);
            OTHER.set(Some(other));
            return Ok(Out::Undefined);
        }
        let other = OTHER.with_borrow(|other| other.clone()).expect("made first");
        let number = call.number(0)?;
        let text = show(other.cx(), &format!("globalThis['name' + back({number})] = back({number}); name{number}"));
        let here = show(call.cx(), &format!("globalThis['name' + {text}] = 'here'; name{number}"));
        Ok(format!("{text} {here}").into())
    }
    thread::spawn(|| {
        let context = Context::new();
        let script = "native(); let last; for (let i = 0; i < 300; i++) { last = native(i); if (last !== `${i} here`) return last }
            return last + Object.keys(globalThis).filter((k) => k.startsWith('name')).length";
        assert_eq!(by_every_kind(&context, relay, script), "299 here300");
    })
    .join()
    .unwrap();
}
