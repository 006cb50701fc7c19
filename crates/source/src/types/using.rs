//! Lowers `using` and `await using`, which the engine does not parse, to try statements, by edits that keep lines.
//!
//! ```text
//!   { using a = f(); g(a) }
//!   {const $0=__hexloop_syntax__().disposables();try{ const a = $0.add(f()); g(a) }catch($e){$0.fail($e)}finally{$0.dispose()}}
//!
//!   { await using a = f() }             …}finally{for(;$0.next();)try{await $0.value}catch($e){$0.fail($e)}$0.done()}}
//!
//!   for (using a of b) c                for (const $i of b) {const $0=…;try{const a=$0.add($i);c}catch…}
//! ```
//!
//! The awaits are in the function itself, as many as the specification has, so promise jobs run in the same order as in Node. At
//! the top level of a module a try statement would hide the declarations from the exports: `print` handles those.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use crate::edits::Edits;

use super::print::RUNTIME;

/// Whether a source can contain a `using` declaration at all: the word, white space, a name.
pub fn mentions_using(source: &[u8]) -> bool {
    memchr::memmem::find_iter(source, b"using").any(|at| {
        let before = at.checked_sub(1).map(|before| source[before]);
        let after = source.get(at + 5).copied();
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'"' | b'\'');
        !before.is_some_and(is_part) && after.is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'/'))
    })
}

pub(super) struct Lowerer<'e> {
    source: &'e str,
    edits: &'e mut Edits,
    /// The names of the enclosing disposable stacks.
    stacks: Vec<String>,
    next: usize,
}

/// The kind of resources that a list of statements declares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Resources {
    None,
    Sync,
    Async,
}

impl<'e> Lowerer<'e> {
    pub fn new(source: &'e str, edits: &'e mut Edits) -> Lowerer<'e> {
        Lowerer { source, edits, stacks: Vec::new(), next: 0 }
    }

    fn name(&mut self, what: &str) -> String {
        self.next += 1;
        format!("__hexloop_{what}_{}", self.next)
    }

    /// Wraps `start..end` in a try statement; `inside` visits the content.
    fn wrap(&mut self, start: usize, end: usize, resources: Resources, inside: impl FnOnce(&mut Self, &str)) {
        let stack = self.name("using");
        self.edits.insert(start, format!("const {stack}={RUNTIME}.disposables();try{{"));
        self.stacks.push(stack.clone());
        inside(self, &stack);
        self.stacks.pop();
        let fail = format!("catch(__hexloop_error){{{stack}.fail(__hexloop_error)}}");
        let end_of_it = match resources {
            Resources::Async => format!("for(;{stack}.next();)try{{await {stack}.value}}{fail}{stack}.done()"),
            _ => format!("{stack}.dispose()"),
        };
        let text = format!("}}{fail}finally{{{end_of_it}}}");
        match end == self.source.len() {
            // The source may end with a comment.
            true => self.edits.insert(end, format!("\n{text}")),
            false => self.edits.insert(end, text),
        }
    }

    fn list<'a>(&mut self, statements: &[Statement<'a>], start: usize, end: usize) {
        let visit = |this: &mut Self| statements.iter().for_each(|statement| this.visit_statement(statement));
        match resources_of(statements) {
            Resources::None => visit(self),
            resources => self.wrap(start, end, resources, |this, _| visit(this)),
        }
    }

    /// `using a = x` becomes `const a = $0.add(x)`.
    fn declaration(&mut self, list: &VariableDeclaration) {
        let Some(stack) = self.stacks.last().cloned() else { return };
        self.edits.replace(self.keyword(list), "const");
        let method = if list.kind == VariableDeclarationKind::AwaitUsing { "addAsync" } else { "add" };
        for declarator in &list.declarations {
            let Some(init) = &declarator.init else { continue };
            self.edits.insert(init.span().start as usize, format!("{stack}.{method}("));
            self.visit_expression(init);
            self.edits.insert(init.span().end as usize, ")");
        }
    }

    /// The bytes of `using` or `await using`.
    fn keyword(&self, list: &VariableDeclaration) -> std::ops::Range<usize> {
        let start = list.span.start as usize;
        let first = list.declarations.first().map_or(list.span.end, |declarator| declarator.span.start) as usize;
        let using = self.source[start..first].rfind("using").unwrap_or(0);
        start..start + using + "using".len()
    }

    fn for_of(&mut self, statement: &ForOfStatement, list: &VariableDeclaration, resources: Resources) {
        self.visit_expression(&statement.right);
        let Some(BindingPattern::BindingIdentifier(id)) = list.declarations.first().map(|declarator| &declarator.id)
        else {
            return;
        };
        let item = self.name("item");
        self.edits.replace(list.span.start as usize..list.span.end as usize, format!("const {item}"));
        let Span { start, end, .. } = statement.body.span();
        self.edits.insert(start as usize, "{");
        let method = if resources == Resources::Async { "addAsync" } else { "add" };
        self.wrap(start as usize, end as usize, resources, |this, stack| {
            this.edits.insert(start as usize, format!("const {}={stack}.{method}({item});", id.name));
            this.visit_statement(&statement.body);
        });
        self.edits.insert(end as usize, "}");
    }

    /// `for (using a = x; …)`: the resource is disposed after the loop.
    fn for_loop(&mut self, whole: Span, statement: &ForStatement, resources: Resources) {
        self.edits.insert(whole.start as usize, "{");
        self.wrap(whole.start as usize, whole.end as usize, resources, |this, _| {
            walk::walk_for_statement(this, statement);
        });
        self.edits.insert(whole.end as usize, "}");
    }
}

fn resources_of(statements: &[Statement]) -> Resources {
    statements
        .iter()
        .map(|statement| match statement {
            Statement::VariableDeclaration(list) => resources_in(list),
            _ => Resources::None,
        })
        .max()
        .unwrap_or(Resources::None)
}

fn resources_in(list: &VariableDeclaration) -> Resources {
    match list.kind {
        VariableDeclarationKind::Using => Resources::Sync,
        VariableDeclarationKind::AwaitUsing => Resources::Async,
        _ => Resources::None,
    }
}

fn resources_of_init(statement: &ForStatement) -> Resources {
    match &statement.init {
        Some(ForStatementInit::VariableDeclaration(list)) => resources_in(list),
        _ => Resources::None,
    }
}

impl<'a> Visit<'a> for Lowerer<'_> {
    fn visit_program(&mut self, program: &Program<'a>) {
        if resources_of(&program.body) == Resources::None {
            return walk::walk_program(self, program);
        }
        if program.source_type.is_module() {
            return walk::walk_program(self, program);
        }
        let start = program.body.first().map_or(0, |first| first.span().start);
        self.list(&program.body, start as usize, self.source.len());
    }

    fn visit_function_body(&mut self, body: &FunctionBody<'a>) {
        let start = body.directives.last().map_or(body.span.start + 1, |directive| directive.span.end);
        self.list(&body.statements, start as usize, body.span.end as usize - 1);
    }

    fn visit_block_statement(&mut self, block: &BlockStatement<'a>) {
        self.list(&block.body, block.span.start as usize + 1, block.span.end as usize - 1);
    }

    fn visit_static_block(&mut self, block: &StaticBlock<'a>) {
        let open = self.source[block.span.start as usize..].find('{').unwrap_or(0);
        self.list(&block.body, block.span.start as usize + open + 1, block.span.end as usize - 1);
    }

    fn visit_variable_declaration(&mut self, list: &VariableDeclaration<'a>) {
        match resources_in(list) {
            Resources::None => walk::walk_variable_declaration(self, list),
            _ if self.stacks.is_empty() => walk::walk_variable_declaration(self, list),
            _ => self.declaration(list),
        }
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        match &statement.left {
            ForStatementLeft::VariableDeclaration(list) if resources_in(list) != Resources::None => {
                self.for_of(statement, list, resources_in(list));
            }
            _ => walk::walk_for_of_statement(self, statement),
        }
    }

    fn visit_for_statement(&mut self, statement: &ForStatement<'a>) {
        match resources_of_init(statement) {
            Resources::None => walk::walk_for_statement(self, statement),
            resources => self.for_loop(statement.span, statement, resources),
        }
    }

    /// `continue label` must find its loop: the try statement encloses the label.
    fn visit_labeled_statement(&mut self, labeled: &LabeledStatement<'a>) {
        let mut body = &labeled.body;
        while let Statement::LabeledStatement(inner) = body {
            body = &inner.body;
        }
        match body {
            Statement::ForStatement(statement) if resources_of_init(statement) != Resources::None => {
                self.for_loop(labeled.span, statement, resources_of_init(statement));
            }
            _ => walk::walk_labeled_statement(self, labeled),
        }
    }
}
