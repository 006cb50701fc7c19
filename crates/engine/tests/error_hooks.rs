//! What `convert_errors` promises: an error is converted when its stack is first read, by whatever means, and never otherwise.

#[path = "../../cli/tests/support/skip.rs"]
mod skip;

use hexloop_engine::{Context, convert_errors, converts_errors, engine_stack, translate_messages, translates_messages};

/// A context whose errors have the stack `converted NAME: MESSAGE`; `seen` counts. None where the engine has no hooks: then the
/// test is reported as skipped.
#[track_caller]
fn converting() -> Option<Context> {
    let context = Context::new();
    let convert = context.cx().evaluate(
        "globalThis.seen = 0; const done = new WeakSet();
        (error, changed, isPut) => {
          if (done.has(error)) return;
          if (changed === undefined || changed === 'stack') done.add(error);
          if (changed !== undefined) {
            if (isPut && changed !== 'stack') Object.defineProperty(error, changed, { enumerable: true });
            for (const name of ['line', 'column', 'sourceURL']) if (!Object.getOwnPropertyDescriptor(error, name)?.enumerable) delete error[name];
            if (changed === 'stack') return;
          }
          seen++;
          if (globalThis.refuse) { done.delete(error); throw new RangeError('refused'); }
          const own = Object.getOwnPropertyDescriptor(error, 'stack');
          if (own === undefined) return;
          globalThis.engineText = own.value;
          Object.defineProperty(error, 'stack', { value: `converted ${error.name}: ${error.message}`, writable: true, configurable: true });
          for (const name of ['line', 'column', 'sourceURL']) if (!Object.getOwnPropertyDescriptor(error, name)?.enumerable) delete error[name];
        }",
        "convert.js",
        1,
    );
    let convert = convert.expect("it parses").as_object().expect("a function");
    let is_hooked = convert_errors(context.cx(), &convert);
    drop(convert);
    if !is_hooked {
        skip::skipped("this engine has no error hooks");
        return None;
    }
    Some(context)
}

fn text(context: &Context, source: &str) -> String {
    let value = context.cx().evaluate(source, "test.js", 1).expect("no exception");
    value.to_text().expect("a string")
}

#[test]
fn every_way_of_reading_a_stack_reads_the_converted_one() {
    let Some(context) = converting() else { return };
    assert!(converts_errors());
    let make = "var make = () => new TypeError('m');";
    text(&context, &format!("{make} ''"));
    for read in [
        "make().stack",
        "make()['st' + 'ack']",
        "Reflect.get(make(), 'stack')",
        "Object.getOwnPropertyDescriptor(make(), 'stack').value",
        "var e = make(); Object.getOwnPropertyNames(e); e.stack",
        "var { stack } = make(); stack",
        "Object.create(make()).stack",
        "try { throw make() } catch (e) { e.stack }",
        "var all; for (var i = 0; i < 20000; i++) all = make().stack; all",
    ] {
        assert_eq!(text(&context, read), "converted TypeError: m", "{read}");
    }
    assert_eq!(text(&context, "Object.getOwnPropertyNames(make()).join()"), "message,stack");
    assert_eq!(text(&context, "var e = make(); 'line' in e"), "false");
}

#[test]
fn nothing_is_converted_before_it_is_read() {
    let Some(context) = converting() else { return };
    let source = "seen = 0;
        for (let i = 0; i < 100; i++) { try { throw new Error('x' + i) } catch (e) { e.message; e.name; e.code = 5; Object.keys(e); } }
        seen";
    assert_eq!(text(&context, source), "0");
}

#[test]
fn what_a_program_writes_stays() {
    let Some(context) = converting() else { return };
    assert_eq!(text(&context, "var e = new Error('x'); e.stack = 'mine'; e.stack"), "mine");
    assert_eq!(text(&context, "Object.getOwnPropertyNames(e).join()"), "message,stack");
    assert_eq!(text(&context, "var e = new Error('x'); delete e.stack; String(Object.hasOwn(e, 'stack'))"), "false");
    assert_eq!(text(&context, "var e = new Error('x'); e.line = 3; e.line + e.stack"), "3converted Error: x");
    let placed = "var e = new Error('x'); e.line = 3; Object.defineProperty(e, 'stack', { get() { return 'got' } }); e.line + e.stack";
    assert_eq!(text(&context, placed), "3got");
    let defined = "var e = new Error('x'); Object.defineProperty(e, 'stack', { get() { return 'got' } }); e.stack";
    assert_eq!(text(&context, defined), "got");
}

#[test]
fn what_the_conversion_throws_reaches_who_reads() {
    let Some(context) = converting() else { return };
    let source = "refuse = true; var message; try { new Error('x').stack } catch (e) { message = e.message } refuse = false; message";
    assert_eq!(text(&context, source), "refused");
}

#[test]
fn the_engines_own_stack_can_be_had_before_anybody_reads_it() {
    let Some(context) = converting() else { return };
    let error = context.cx().evaluate("function maker() { return new Error('x') } maker()", "/made.js", 1);
    let error = error.expect("no exception").as_object().expect("an error");
    let stack = engine_stack(&error).expect("a stack").to_text().expect("a string");
    assert!(stack.starts_with("maker@/made.js:"), "{stack}");
}

#[test]
fn another_vm_is_left_alone() {
    let Some(context) = converting() else { return };
    let other = Context::new();
    assert!(text(&other, "new Error('x').stack").contains('@'));
    assert_eq!(text(&context, "new Error('x').stack"), "converted Error: x");
    let elsewhere = std::thread::spawn(|| text(&Context::new(), "new Error('x').stack"));
    assert!(elsewhere.join().expect("no panic").contains('@'));
}

/// A context whose errors have the message `translated`, where it would be one of the engine's.
fn translating() -> Option<Context> {
    let context = converting()?;
    let translate = context.cx().evaluate(
        "(error) => { Object.defineProperty(error, 'message', { value: 'translated' }) }",
        "translate.js",
        1,
    );
    let translate = translate.expect("it parses").as_object().expect("a function");
    assert!(translate_messages(context.cx(), &translate, |message| message.starts_with("undefined is not")));
    drop(translate);
    Some(context)
}

#[test]
fn every_way_of_reading_a_message_reads_the_translated_one() {
    let Some(context) = translating() else { return };
    assert!(translates_messages());
    text(&context, "var make = () => { try { undefined.x } catch (e) { return e } }; var read = (e) => e.message; ''");
    for source in [
        "make().message",
        "make()['mess' + 'age']",
        "Reflect.get(make(), 'message')",
        "Object.getOwnPropertyDescriptor(make(), 'message').value",
        "var { message } = make(); message",
        "Object.create(make()).message",
        "String(make()).slice('TypeError: '.length)",
        "var all = new Set(); for (var i = 0; i < 20000; i++) all.add(read(make())); [...all].join()",
        "for (var i = 0; i < 20000; i++) read(new TypeError('mine')); read(make())",
        "for (var i = 0; i < 20000; i++) read(new Error('mine')); read(make())",
    ] {
        assert_eq!(text(&context, source), "translated", "{source}");
    }
    assert_eq!(text(&context, "read(new TypeError('mine'))"), "mine");
    assert_eq!(text(&context, "read(new Error('undefined is not'))"), "undefined is not");
    assert_eq!(text(&context, "var e = make(); e.message = 'mine'; read(e)"), "mine");
    assert_eq!(text(&context, "var e = make(); delete e.message; read(e)"), "");
}
