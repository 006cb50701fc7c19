//! The async context, carried across `await` by rewritten code: the engine has no promise hooks.
//!
//! The context that `AsyncLocalStorage` reads is one variable. A function saves it before it suspends and restores it when it
//! resumes; no other code is involved.
//!
//! ```text
//!   await x                 $back($keep(x),await $operand)
//!   try { await x }         try { $back($saved=$keep(x),await $operand,$saved=void 0) }
//!   catch (e) {             catch (e) {$saved=$caught($saved);        likewise `finally {`
//!   async () => { … }       async () => { … ;var $saved;}             where `$saved` is used
//!   yield x, return x       yield $pass(x), return $pass(x)           in an async generator
//!   yield                   yield $pass()                             in an async generator
//!   yield* x                yield* $delegate(x)                       in an async generator
//!   async f() { return x }  async f() {$enter?.(); return $returned(x) }
//!   async () => x           async () => ($enter?.(),$returned(x))
//!   async () => { … }       async () => {$enter?.(); … ;$leave?.();}
//! ```
//!
//! The last three report calls of async functions to promise hooks: the engine has none. `$enter` and `$leave` are undefined until a
//! program creates the first hook, which the compiler treats as constants.
//!
//! `$keep` stores its argument in the variable `$operand` and returns the context, `$back` sets the context to its first argument
//! and returns the second. The operand is evaluated before the context is read, since it may change it (`await setUp()`, where
//! `setUp` calls `enterWith`). One variable `$operand` is enough for all: nothing runs between the call of `$keep` and the
//! `await`. When an `await` throws, `$back` is not reached; if the function can catch that, the context is in `$saved`, which is
//! undefined otherwise, so a `catch` can distinguish an await that threw from other errors. An async generator with a `yield*` is
//! rewritten differently where the engine needs it: `delegated_yield.rs`. `for await` goes through the iterator that
//! `legacy_await` puts around its operand.
//!
//! `$pass` is used where the suspension is not a rewritten `await`: it returns its argument, or, with a store in use, a promise
//! that already has a reaction which restores the context. That takes one promise job more, right before the one that resumes,
//! so no program can observe it; but with a store in use it takes twice the work.
//!
//! The cost of an `await` with no store in use. Instructions: callgrind, release build, the difference between 300,000 and
//! 600,000 awaits in the loop of `bench/loop/await.js`. Time: both forms in one process in alternating blocks of 5,000, the
//! 5 % quantile of 600 blocks each; median and range over 15 processes on a busy machine.
//!
//! ```text
//!                                      instructions       time
//!   await x                            785.8              68 ns
//!   the same text a second time                            0.0 %   (-0.8 to  +8.9)
//!   $back($keep(x),await $operand)     804.9  +2.4 %      +2.2 %   (-1.2 to +10.3; above 5 in 4 of 15)
//!   in a try, against a plain try      812.2  +2.9 %      +2.1 %   (-2.6 to +10.7; above 5 in 1 of 15)
//!   await $pass(x)                     788.2  +0.3 % (a)  -0.1 %   (-1.6 to +10.0; above 5 in 1 of 15)
//!   with a store: $back($keep(x), …)   835.9  +6.4 %
//!   with a store: await $pass(x)      1689.4  +115 % (a)
//! ```
//!
//! (a) a prototype, before there was a store. Timing whole runs of `await.js` before and after was inconclusive: under load two
//! series had medians of +2.9 % and +13.8 %. Also tried: `$back($context, await x)`, 797.7 instructions, which reads the context
//! too early; and the test of `$pass` inlined, 786.5 to 791.4.

use memchr::memmem;
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AwaitExpression, BindingPattern, CatchClause, Expression, Function,
    FunctionBody, Program, ReturnStatement, Statement, TryStatement, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use crate::delegated_yield;
use crate::edits::{Edits, range};

/// The names that the rewritten code uses. All but `saved` are in the scope of every source.
#[derive(Clone, Copy, Debug)]
pub struct AsyncContext<'a> {
    /// A function: stores its argument in `operand`, and returns the context.
    pub keep: &'a str,
    /// A variable.
    pub operand: &'a str,
    /// A function: sets the context to its first argument, and returns its second.
    pub back: &'a str,
    /// A function: sets the context to its argument unless that is undefined, and returns undefined.
    pub caught: &'a str,
    /// A function: returns its argument, or a promise for it that restores the context.
    pub pass: &'a str,
    /// A function: returns its argument, or an iterable of the same values whose steps restore the context.
    pub delegate: &'a str,
    /// The name of a variable that the functions declare.
    pub saved: &'a str,
    /// For engines whose `yield*` takes one promise job more than V8's.
    pub delegated_yield: Option<DelegatedYield<'a>>,
    /// For promise hooks: where a call of an async function begins and returns.
    pub calls: Option<AsyncCalls<'a>>,
}

/// Names that the beginnings and ends of async functions use.
#[derive(Clone, Copy, Debug)]
pub struct AsyncCalls<'a> {
    /// A variable: undefined, or a function without arguments.
    pub enter: &'a str,
    /// A variable: undefined, or a function that gets the returned value.
    pub leave: &'a str,
    /// A function: calls the one in `leave`, if there is one, and returns its argument.
    pub returned: &'a str,
}

/// Names that async generators with a `yield*` use (`delegated_yield.rs`).
#[derive(Clone, Copy, Debug)]
pub struct DelegatedYield<'a> {
    /// A function that returns the driver of a body.
    pub begin: &'a str,
    /// The name of a variable for it.
    pub driver: &'a str,
    /// The name of a variable for a caught error.
    pub error: &'a str,
}

/// Whether a source may have something to rewrite.
pub(crate) fn may_apply_to(text: &[u8]) -> bool {
    let has = |word: &[u8]| memmem::find(text, word).is_some();
    has(b"await") || has(b"async")
}

/// `awaited`, if given, wraps the operand of every `await`.
pub(crate) fn collect(program: &Program, names: AsyncContext, awaited: Option<&str>, edits: &mut Edits) {
    let top = FunctionState::new(Kind::Other);
    Rewriter { source: program.source_text, names, awaited, edits, state: top, depth: 0 }.visit_program(program);
}

struct Rewriter<'n, 'e> {
    source: &'n str,
    names: AsyncContext<'n>,
    awaited: Option<&'n str>,
    edits: &'e mut Edits,
    state: FunctionState,
    /// How many functions enclose the current node.
    depth: usize,
}

/// The state of the visitor within a function.
#[derive(Clone, Copy)]
struct FunctionState {
    kind: Kind,
    /// How many `catch` and `finally` blocks would run if something threw here.
    guards: usize,
    /// How many guarded awaits were visited so far.
    guarded_awaits: usize,
    /// How many `finally` blocks would run after a `return` here.
    finalizers: usize,
}

impl FunctionState {
    fn new(kind: Kind) -> FunctionState {
        FunctionState { kind, guards: 0, guarded_awaits: 0, finalizers: 0 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Async,
    AsyncGenerator,
    /// An async generator that is rewritten with `DelegatedYield`.
    Driven,
    Other,
}

impl Rewriter<'_, '_> {
    /// Wraps an expression in a call; `walk` visits the expression.
    fn call(&mut self, function: &str, argument: Span, walk: impl FnOnce(&mut Self)) {
        self.edits.insert_call(self.source, argument.start as usize, function);
        walk(self);
        self.edits.close(range(argument), ")");
    }

    fn driver(&self) -> &str {
        self.names.delegated_yield.map_or("", |names| names.driver)
    }

    /// Wraps a returned expression in a call; it may be a list: `return a, b`.
    fn call_around_list<'a>(&mut self, function: &str, argument: &Expression<'a>) {
        let is_list = matches!(argument, Expression::SequenceExpression(_));
        let function = if is_list { format!("{function}(") } else { function.to_owned() };
        self.call(&function, argument.span(), |this| this.visit_expression(argument));
        if is_list {
            self.edits.close(range(argument.span()), ")");
        }
    }

    /// A `return` of a driven body.
    fn driven_return<'a>(&mut self, statement: &ReturnStatement<'a>) {
        let driver = self.driver().to_owned();
        match &statement.argument {
            Some(argument) => self.call_around_list(&format!("{driver}.hold"), argument),
            None => {
                self.edits.insert(statement.span.start as usize, format!("{{{driver}.value=void 0;"));
                self.edits.close(range(statement.span), "}");
            }
        }
    }

    /// A `yield` or `yield*` of a driven body.
    fn driven_yield<'a>(&mut self, expression: &YieldExpression<'a>) {
        let driver = self.driver().to_owned();
        let Some(argument) = &expression.argument else {
            return self.edits.end(expression.span.end as usize, format!(" {driver}.give()"));
        };
        let method = if expression.delegate { "delegate" } else { "give" };
        if expression.delegate {
            let word = expression.span.start as usize + "yield".len();
            if let Some(star) = self.source[word..argument.span().start as usize].find('*') {
                self.edits.replace(word + star..word + star + 1, " ");
            }
        }
        self.call(&format!("{driver}.{method}"), argument.span(), |this| this.visit_expression(argument));
    }

    /// Wraps the body of an async generator with a `yield*` in the setup and teardown of a driver.
    fn drive_body(&mut self, body: &FunctionBody, names: DelegatedYield) {
        let DelegatedYield { begin, driver, error } = names;
        let start = body.directives.last().map_or(body.span.start + 1, |directive| directive.span.end);
        self.edits.insert(start as usize, format!(";const {driver}={begin}();try{{"));
        let end = format!(";{driver}.value=void 0}}catch({error}){{{driver}.fail({error})}}finally{{{driver}.end()}}");
        self.edits.insert(body.span.end as usize - 1, end);
    }

    /// A return request passes through a `catch` of such a body.
    fn pass_by(&mut self, handler: &CatchClause) {
        let Some(DelegatedYield { driver, error, .. }) = self.names.delegated_yield else { return };
        let name = match handler.param.as_ref().map(|param| &param.pattern) {
            Some(BindingPattern::BindingIdentifier(name)) => name.name.as_str(),
            _ => {
                self.edits.insert(handler.span.start as usize + "catch".len(), format!("({error})"));
                error
            }
        };
        self.edits.insert(handler.body.span.start as usize + 1, format!("{driver}.pass({name});"));
    }

    fn operand<'a>(&mut self, expression: &AwaitExpression<'a>) {
        match self.awaited {
            Some(awaited) => {
                self.call(awaited, expression.argument.span(), |this| this.visit_expression(&expression.argument));
            }
            None => self.visit_expression(&expression.argument),
        }
    }

    /// A function, whose body ends at `body_end`.
    fn function(&mut self, kind: Kind, body_end: Option<u32>, walk: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.state, FunctionState::new(kind));
        self.depth += 1;
        walk(self);
        self.depth -= 1;
        let inside = std::mem::replace(&mut self.state, around);
        if let Some(end) = body_end.filter(|_| inside.guarded_awaits > 0) {
            self.edits.insert(end as usize - 1, format!(";var {};", self.names.saved));
        }
    }

    /// The body of an async function calls `enter` first, and `leave` at its end unless a `return` has.
    fn report_calls(&mut self, body: &FunctionBody) {
        let Some(AsyncCalls { enter, leave, .. }) = self.names.calls else { return };
        match body.directives.last() {
            Some(directive) => self.edits.insert(directive.span.end as usize, format!(";{enter}?.();")),
            None => self.edits.insert(body.span.start as usize + 1, format!("{enter}?.();")),
        }
        if !matches!(body.statements.last(), Some(Statement::ReturnStatement(_) | Statement::ThrowStatement(_))) {
            self.edits.insert(body.span.end as usize - 1, format!(";{leave}?.();"));
        }
    }

    /// The same for an arrow function without a block.
    fn report_calls_around<'a>(&mut self, expression: &Expression<'a>) {
        let Some(AsyncCalls { enter, returned, .. }) = self.names.calls else {
            return self.visit_expression(expression);
        };
        self.edits.insert(expression.span().start as usize, format!("({enter}?.(),"));
        self.call_around_list(returned, expression);
        self.edits.close(range(expression.span()), ")");
    }

    /// A `return` of an async function. One that a `finally` may still overrule is not reported.
    fn report_return<'a>(&mut self, statement: &ReturnStatement<'a>) {
        match (self.names.calls, &statement.argument) {
            (Some(calls), Some(argument)) if self.state.finalizers == 0 => {
                self.call_around_list(calls.returned, argument);
            }
            (Some(calls), None) if self.state.finalizers == 0 => {
                let word = statement.span.start as usize + "return".len();
                self.edits.end(word, format!(" {}()", calls.returned));
            }
            _ => walk::walk_return_statement(self, statement),
        }
    }

    fn finalized(&mut self, is_finalized: bool, walk: impl FnOnce(&mut Self)) {
        self.state.finalizers += usize::from(is_finalized);
        walk(self);
        self.state.finalizers -= usize::from(is_finalized);
    }

    fn put_back_at(&mut self, block: Span) {
        let AsyncContext { saved, caught, .. } = self.names;
        self.edits.insert(block.start as usize + 1, format!("{saved}={caught}({saved});"));
    }

    fn guarded(&mut self, walk: impl FnOnce(&mut Self)) {
        self.state.guards += 1;
        walk(self);
        self.state.guards -= 1;
    }
}

impl<'a> Visit<'a> for Rewriter<'_, '_> {
    fn visit_await_expression(&mut self, expression: &AwaitExpression<'a>) {
        let argument = expression.argument.span();
        // At the top level of a module the loader awaits, and restores the context itself.
        if self.depth == 0 {
            return self.operand(expression);
        }
        // After a `new X` without parentheses other rewrites insert some, which would have to come before these.
        if ends_in_bare_new(&expression.argument) {
            let pass = self.names.pass;
            return self.call(pass, argument, |this| this.operand(expression));
        }
        let AsyncContext { keep, operand, back, saved, .. } = self.names;
        let word = expression.span.start as usize;
        let guarded = self.state.guards > 0;
        let save = if guarded { format!("{saved}=") } else { String::new() };
        self.edits.replace(word..word + "await".len(), format!("{back}({save}{keep}("));
        self.operand(expression);
        let forget = if guarded { format!(",{saved}=void 0") } else { String::new() };
        self.edits.close_operator(range(expression.span), format!("),await {operand}{forget})"));
        self.state.guarded_awaits += usize::from(guarded);
    }

    fn visit_try_statement(&mut self, statement: &TryStatement<'a>) {
        let before = self.state.guarded_awaits;
        let has_finalizer = statement.finalizer.is_some();
        self.finalized(has_finalizer, |this| this.guarded(|this| this.visit_block_statement(&statement.block)));
        if let Some(handler) = &statement.handler {
            if self.state.kind == Kind::Driven {
                self.pass_by(handler);
            }
            if self.state.guarded_awaits > before {
                self.put_back_at(handler.body.span);
            }
            if has_finalizer {
                self.finalized(true, |this| this.guarded(|this| this.visit_catch_clause(handler)));
            } else {
                self.visit_catch_clause(handler);
            }
        }
        if let Some(finalizer) = &statement.finalizer {
            if self.state.guarded_awaits > before {
                self.put_back_at(finalizer.span);
            }
            self.visit_block_statement(finalizer);
        }
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        let is_async_generator = function.r#async && function.generator;
        let driven = function.body.as_ref().filter(|body| is_async_generator && delegated_yield::is_for(body));
        let kind = match (driven, self.names.delegated_yield) {
            (Some(body), Some(names)) => {
                self.drive_body(body, names);
                Kind::Driven
            }
            _ if is_async_generator => Kind::AsyncGenerator,
            _ if function.r#async => Kind::Async,
            _ => Kind::Other,
        };
        if let (Kind::Async, Some(body)) = (kind, &function.body) {
            self.report_calls(body);
        }
        let end = function.body.as_ref().map(|body| body.span.end);
        self.function(kind, end, |this| walk::walk_function(this, function, flags));
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let kind = if arrow.r#async { Kind::Async } else { Kind::Other };
        let body = match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => Some(body),
            _ => None,
        };
        match (body, arrow.body.as_expression()) {
            (None, Some(expression)) if arrow.r#async => self.function(kind, None, |this| {
                this.visit_formal_parameters(&arrow.params);
                this.report_calls_around(expression);
            }),
            _ => {
                if let Some(body) = body.filter(|_| arrow.r#async) {
                    self.report_calls(body);
                }
                let end = body.map(|body| body.span.end);
                self.function(kind, end, |this| walk::walk_arrow_function_expression(this, arrow));
            }
        }
    }

    fn visit_yield_expression(&mut self, expression: &YieldExpression<'a>) {
        match &expression.argument {
            _ if self.state.kind == Kind::Driven => self.driven_yield(expression),
            // It awaits undefined.
            None if self.state.kind == Kind::AsyncGenerator => {
                self.edits.end(expression.span.end as usize, format!(" {}()", self.names.pass));
            }
            Some(argument) if self.state.kind == Kind::AsyncGenerator => {
                let function = if expression.delegate { self.names.delegate } else { self.names.pass };
                self.call(function, argument.span(), |this| this.visit_expression(argument));
            }
            _ => walk::walk_yield_expression(self, expression),
        }
    }

    fn visit_return_statement(&mut self, statement: &ReturnStatement<'a>) {
        match &statement.argument {
            _ if self.state.kind == Kind::Driven => self.driven_return(statement),
            Some(argument) if self.state.kind == Kind::AsyncGenerator => {
                self.call_around_list(self.names.pass, argument);
            }
            _ if self.state.kind == Kind::Async => self.report_return(statement),
            _ => walk::walk_return_statement(self, statement),
        }
    }
}

/// Whether a unary expression ends in `new X` without parentheses.
fn ends_in_bare_new(expression: &Expression) -> bool {
    match expression {
        Expression::NewExpression(new) => new.span.end == new.callee.span().end,
        Expression::UnaryExpression(unary) => ends_in_bare_new(&unary.argument),
        Expression::AwaitExpression(inner) => ends_in_bare_new(&inner.argument),
        _ => false,
    }
}
