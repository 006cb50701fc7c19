//! Top-level awaits of a module, whose body is a generator.
//!
//! `await x` becomes `(yield __hexloop_install(x,LINE,COLUMN))`: the driver awaits the yielded value and resumes the generator with
//! the result, which costs one promise job. The call returns x and records the position of the await, for the report about an
//! await that never settles: the position of a suspended generator is not known otherwise. `for await` is expanded to a plain
//! loop:
//!
//! ```text
//!   for await (const x of xs) f(x)
//!
//!   {const __hexloop_loop_0=__hexloop_loop();try{
//!   for (const x of (yield* __hexloop_loop_0.start(__hexloop_install(xs,1,18)))) {
//!   __hexloop_body_0:{f(x)}yield* __hexloop_loop_0.next(__hexloop_install(0,1,18));}
//!   }catch(__hexloop_error){yield* __hexloop_loop_0.fail(__hexloop_error)}finally{yield* __hexloop_loop_0.end()}}
//! ```
//!
//! The plain loop iterates over the object that `start` returns, which always has the next step ready; the step after it is
//! awaited at the end of the body, and a `continue` jumps there (`break __hexloop_body_0`). When the loop is left early the engine
//! calls `return` of that object, which sets a flag, and `fail` or `end` closes the iterator and awaits the result. Labels stay
//! before the inner loop.

use oxc_ast::ast::{AwaitExpression, ContinueStatement, ForOfStatement, ForStatementLeft, LabeledStatement, Statement};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::references::Rewriter;
use super::source_text;
use crate::edits::range;

/// The object behind a `for await`, as an argument of the function around the wrapper: no name of the module can shadow a global
/// there. It follows the specification: an iterator whose own `next` failed is not closed, and an error while closing is thrown
/// only if there was none before.
pub(super) const LOOP: &str = "()=>{\
let iterator,advance,step,reading=true,closing=false;\
const isObject=(x)=>typeof x==='object'?x!==null:typeof x==='function',\
object=(x)=>{if(isObject(x))return x;throw new TypeError(`Iterator result ${String(x)} is not an object`)},\
close=function*(){closing=false;const method=iterator.return;\
return method===undefined||method===null?iterator:yield method.call(iterator)};\
return{__proto__:null,\
*start(iterable){iterator=iterable[Symbol.asyncIterator]();\
if(!isObject(iterator))throw new TypeError('Result of the Symbol.asyncIterator method is not an object');\
advance=iterator.next;yield*this.next();return this},\
*next(){reading=true;const result=object(yield advance.call(iterator));\
step=result.done?{done:true,value:undefined}:{done:false,value:result.value};reading=false},\
[Symbol.iterator](){return{__proto__:null,next:()=>step,return:()=>{closing=!reading;return{}}}},\
*fail(error){if(closing)try{yield*close()}catch{}throw error},\
*end(){if(closing)object(yield*close())}}}";

/// The enclosing loops up to the nearest function, outermost first.
#[derive(Default)]
pub(super) struct Loops {
    open: Vec<Loop>,
    /// The labels of the next statement, and the start of the first one.
    labels: Vec<String>,
    labels_start: u32,
}

struct Loop {
    labels: Vec<String>,
    /// The number of a top-level `for await`.
    awaiting: Option<usize>,
}

impl Rewriter<'_> {
    pub fn in_function(&mut self, walk: impl FnOnce(&mut Self)) {
        let outside = std::mem::take(&mut self.loops);
        self.functions += 1;
        walk(self);
        self.functions -= 1;
        self.loops = outside;
    }

    pub fn in_loop(&mut self, walk: impl FnOnce(&mut Self)) {
        let labels = std::mem::take(&mut self.loops.labels);
        self.loops.open.push(Loop { labels, awaiting: None });
        walk(self);
        self.loops.open.pop();
    }

    pub fn label<'a>(&mut self, statement: &LabeledStatement<'a>) {
        if self.loops.labels.is_empty() {
            self.loops.labels_start = statement.span.start;
        }
        self.loops.labels.push(statement.label.name.to_string());
        let labels_more = matches!(
            statement.body,
            Statement::LabeledStatement(_)
                | Statement::ForOfStatement(_)
                | Statement::ForInStatement(_)
                | Statement::ForStatement(_)
                | Statement::WhileStatement(_)
                | Statement::DoWhileStatement(_)
        );
        if !labels_more {
            self.loops.labels.clear();
        }
        self.visit_statement(&statement.body);
    }

    pub fn continue_statement(&mut self, statement: &ContinueStatement) {
        let target = match &statement.label {
            None => self.loops.open.last(),
            Some(label) => {
                self.loops.open.iter().rev().find(|open| open.labels.iter().any(|name| *name == label.name.as_str()))
            }
        };
        let Some(number) = target.and_then(|target| target.awaiting) else { return };
        let start = statement.span.start as usize;
        let end = statement.label.as_ref().map_or(start + "continue".len(), |label| label.span.end as usize);
        self.found.inner.replace(start..end, format!("break __hexloop_body_{number}"));
    }

    /// A top-level `await`; `yield` has a lower precedence, so it is put in parentheses where it is part of an expression.
    pub fn await_expression<'a>(&mut self, expression: &AwaitExpression<'a>, part: bool) {
        self.found.top_level_await = true;
        let start = expression.span.start as usize;
        if part {
            self.separate_statement(expression.span.start);
        }
        let open = if part { "(" } else { "" };
        self.found.inner.replace(start..start + "await".len(), format!("{open}yield __hexloop_install("));
        let position = self.positions.of(expression.span);
        self.visit_expression(&expression.argument);
        let close = if part { "))" } else { ")" };
        let text = format!(",{},{}{close}", position.line, position.column);
        self.found.inner.close_operator(range(expression.span), text);
    }

    pub fn for_await<'a>(&mut self, statement: &ForOfStatement<'a>) {
        self.found.top_level_await = true;
        let number = self.found.loops;
        self.found.loops += 1;
        let object = format!("__hexloop_loop_{number}");
        let labels = std::mem::take(&mut self.loops.labels);
        let start = if labels.is_empty() { statement.span.start } else { self.loops.labels_start };
        self.found.outer.insert(start as usize, format!("{{const {object}=__hexloop_loop();try{{"));

        let word = source_text::next_token(self.source, statement.span.start as usize + "for".len());
        source_text::remove_word(self.source, word, "await", &mut self.found.inner);
        match &statement.left {
            // `for (async of` would begin an arrow function.
            ForStatementLeft::AssignmentTargetIdentifier(id) if id.name == "async" => {
                self.found.outer.insert(id.span.start as usize, "(");
                self.found.outer.close(range(id.span), ")");
            }
            left => self.visit_for_statement_left(left),
        }
        let position = self.positions.of(bound_span(&statement.left));
        let location = format!("{},{}", position.line, position.column);
        let right = statement.right.span();
        self.found.outer.insert(right.start as usize, format!("(yield* {object}.start(__hexloop_install("));
        self.visit_expression(&statement.right);
        self.found.outer.close(range(right), format!(",{location})))"));

        let body = statement.body.span();
        self.loops.open.push(Loop { labels, awaiting: Some(number) });
        self.found.outer.insert(body.start as usize, format!("{{__hexloop_body_{number}:{{"));
        self.visit_statement(&statement.body);
        self.found.outer.close(range(body), format!("}}yield* {object}.next(__hexloop_install(0,{location}));}}"));
        self.loops.open.pop();

        let end = format!(
            "}}catch(__hexloop_error){{yield* {object}.fail(__hexloop_error)}}finally{{yield* {object}.end()}}}}"
        );
        self.found.outer.close(start as usize..statement.span.end as usize, end);
    }
}

/// The target of a loop, the position that V8 reports for its await.
fn bound_span(left: &ForStatementLeft) -> Span {
    match left {
        ForStatementLeft::VariableDeclaration(list) => {
            list.declarations.first().map_or(list.span, |declarator| declarator.id.span())
        }
        left => left.span(),
    }
}
