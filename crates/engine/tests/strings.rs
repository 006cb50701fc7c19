mod support;

use hexloop_engine::{Out, Value};
use support::{in_both_modes, show};

#[test]
fn strings_are_passed_both_ways_unchanged() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let echo = cx.function("echo", |call| Ok(call.text(0)?.into()));
        cx.global().set("echo", echo.value()).unwrap();
        let long = "long ünïcödé 🦀 ".repeat(20_000);
        let latin = "é".repeat(100);
        let edge = "x".repeat(63);
        let over = "x".repeat(64);
        for text in ["", "a", "NUL \0 inside", "\0", "ünïcödé", "漢字", "🦀 four bytes", &edge, &over, &latin, &long]
        {
            assert_eq!(Value::string(cx, text).to_text().unwrap(), text);
            cx.global().set("text", &Value::string(cx, text)).unwrap();
            assert_eq!(show(cx, "echo(text) === text"), "true");
            assert_eq!(show(cx, "text.length"), text.encode_utf16().count().to_string());
        }
    });
}

#[test]
fn property_names_may_be_any_string() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let object = hexloop_engine::Object::empty(cx);
        for name in ["", "a b", "0", "nul\0name", "🦀"] {
            object.set(name, &Value::string(cx, name)).unwrap();
            assert!(object.has(name), "{name:?}");
            assert_eq!(object.get(name).unwrap().to_text().unwrap(), name);
            assert!(object.delete(name).unwrap());
            assert!(!object.has(name), "{name:?}");
        }
    });
}

#[test]
fn lone_surrogates_become_replacement_characters_in_utf8_and_stay_in_utf16() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        for (source, text) in [
            (r"'\ud800'", "\u{fffd}"),
            (r"'a\udc00b'", "a\u{fffd}b"),
            (r"'\udc00\ud800'", "\u{fffd}\u{fffd}"),
            (r"'\ud83e\udd80 \ud83e'", "🦀 \u{fffd}"),
        ] {
            assert_eq!(cx.evaluate(source, "t.js", 1).unwrap().to_text().unwrap(), text, "{source}");
        }
        let utf16 = cx.function("utf16", |call| Ok(Out::Utf16(call.utf16(0)?)));
        cx.global().set("utf16", utf16.value()).unwrap();
        let same = r"['', 'a', '\ud800', 'x\udc00y', '\ud83e\udd80', '\0'].every((text) => utf16(text) === text)";
        assert_eq!(show(cx, same), "true");
    });
}

#[test]
fn a_conversion_that_throws_is_an_error() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let echo = cx.function("echo", |call| Ok(call.text(0)?.into()));
        cx.global().set("echo", echo.value()).unwrap();
        assert_eq!(show(cx, "try { echo(Symbol('s')) } catch (e) { e instanceof TypeError }"), "true");
        assert_eq!(show(cx, "try { echo({ toString() { throw 'mine' } }) } catch (e) { e }"), "mine");
        assert_eq!(
            show(cx, "echo({ toString() { return 'object' } }) + echo() + echo(1.5) + echo(null)"),
            "objectundefined1.5null"
        );
    });
}

#[test]
fn numbers_are_passed_both_ways_unchanged() {
    in_both_modes(|context, _| {
        let cx = context.cx();
        let echo = cx.function("echo", |call| Ok(call.number(0)?.into()));
        cx.global().set("echo", echo.value()).unwrap();
        let same = "[0, -0, 1, -1, 0.1, 2 ** 31, -(2 ** 31), 2 ** 31 - 1, 2 ** 32, 2 ** 53, 1e308, 5e-324, NaN, Infinity, \
                    -Infinity].every((n) => Object.is(echo(n), n))";
        assert_eq!(show(cx, same), "true");
        assert_eq!(
            show(cx, "[echo('7'), echo(true), echo(null), echo(), echo({ valueOf: () => 3 })].join()"),
            "7,1,0,NaN,3"
        );
        assert_eq!(show(cx, "try { echo(Symbol()) } catch (e) { e instanceof TypeError }"), "true");
        // A NaN whose bits could be taken for another value must not be encoded.
        let odd = cx.function("odd", |_| Ok(f64::from_bits(0xffff_ffff_ffff_fffe).into()));
        cx.global().set("odd", odd.value()).unwrap();
        assert_eq!(show(cx, "Object.is(odd(), NaN)"), "true");
    });
}
