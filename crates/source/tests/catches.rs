//! A catch clause hands its error to the function first.

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
fn a_clause_without_a_name_and_a_promises_catch_stay_as_they_are() {
    assert_eq!(rewritten("try {} catch {} p.catch((e) => e)"), None);
    assert_eq!(rewritten("try {} catch ({ message }) {}"), None);
}
