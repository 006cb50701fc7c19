//! A catch clause passes its error to the function first.

use hexloop_source::{Goal, Rewrites, transform};

fn rewritten(source: &str) -> Option<String> {
    let rewrites = Rewrites { catches: Some("$n"), ..Rewrites::default() };
    transform(source, Goal::CommonJs, &rewrites).map(|result| result.code)
}

#[test]
fn the_error_is_normalised_before_the_body_reads_it() {
    let source = "try { f() } catch (e) { log(e.message) }";
    assert_eq!(rewritten(source).as_deref(), Some("try { f() } catch (e) {$n(e); log(e.message) }"));
}

#[test]
fn nested_clauses_are_all_found() {
    let source = "try {} catch (a) { try {} catch (b) {} }";
    assert_eq!(rewritten(source).as_deref(), Some("try {} catch (a) {$n(a); try {} catch (b) {$n(b);} }"));
}

#[test]
fn a_pattern_is_taken_apart_after_its_error_was_normalised() {
    let source = "try {} catch ({ message, name: n = 1 }) { log(message) }";
    let expected = "try {} catch ($n_0){let { message, name: n = 1 } =$n($n_0); log(message) }";
    assert_eq!(rewritten(source).as_deref(), Some(expected));
    let on_two_lines = "try {} catch ({\n message })\n{ log(message) }";
    let expected = "try {} catch ($n_0){let {\n message }\n=$n($n_0); log(message) }";
    assert_eq!(rewritten(on_two_lines).as_deref(), Some(expected));
}

#[test]
fn a_handler_written_in_the_call_normalises_its_error() {
    let cases = [
        ("p.catch((e) => e.message)", "p.catch((e,$n_0=$n(e)) => e.message)"),
        ("p.catch(e => e.message)", "p.catch((e,$n_0=$n(e)) => e.message)"),
        ("p.catch(async e=>e)", "p.catch(async (e,$n_0=$n(e))=>e)"),
        ("p.catch((e,) => ({ e }))", "p.catch((e,$n_0=$n(e),) => ({ e }))"),
        ("p.catch((e = 1, f) => e)", "p.catch((e = 1, f,$n_0=$n(e)) => e)"),
        ("p.catch((e) => { f(e) })", "p.catch((e) => {$n(e); f(e) })"),
        ("p.catch(function (e) { f(e) })", "p.catch(function (e) {$n(e); f(e) })"),
        ("p.catch(function (e) { 'use strict'; f(e) })", "p.catch(function (e) { 'use strict';;$n(e); f(e) })"),
        ("p.catch(({ message }) => message)", "p.catch(($n_0,{ message }=$n($n_0)) => message)"),
        ("p.then(g, (e) => e)", "p.then(g, (e,$n_0=$n(e)) => e)"),
        ("p?.then(g, (e) => e).catch((f) => f)", "p?.then(g, (e,$n_0=$n(e)) => e).catch((f,$n_0=$n(f)) => f)"),
    ];
    for (source, expected) in cases {
        assert_eq!(rewritten(source).as_deref(), Some(expected));
    }
}

#[test]
fn what_takes_no_error_or_is_written_elsewhere_stays_as_it_is() {
    for source in [
        "try {} catch {}",
        "try {} catch ([a]) {}",
        "try {} catch ({ stack }) {}",
        "p.catch(() => {})",
        "p.catch(handler)",
        "p.catch((...all) => all)",
        "p.catch(([a]) => a)",
        "p.then((value) => value)",
        "p.then(f, null)",
        "catch_((e) => e)",
    ] {
        assert_eq!(rewritten(source), None, "{source}");
    }
}

#[test]
fn an_arrow_whose_body_is_rewritten_as_well_keeps_both() {
    let rewrites = Rewrites { catches: Some("$n"), stack_reads: Some("$s"), ..Rewrites::default() };
    let both = |source| transform(source, Goal::CommonJs, &rewrites).map(|result| result.code);
    assert_eq!(both("p.catch(e => e.stack)").as_deref(), Some("p.catch((e,$n_0=$n(e)) => $s(e).stack)"));
    let pattern = "p.catch(($s_0) => {var {stack} = $s($s_0);return (stack)})";
    assert_eq!(both("p.catch(({stack}) => stack)").as_deref(), Some(pattern));
}
