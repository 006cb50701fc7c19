//! CommonJS or ES module: Node's syntax detection.
//!
//! Node compiles a file of unknown format as CommonJS and, when that fails, compares the *message*. Three messages mean a
//! module at once; a few more, by their whole text or by a prefix, mean a module if the source then compiles as one. The same
//! rule on the same messages is used here: so `x = [await y]` makes a module and `${await y}` in a template does not.

use oxc_ast::ast::{
    ArrowFunctionExpression, AwaitExpression, ForOfStatement, Function, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;

use crate::check::syntax_error;
use crate::hints;
use crate::parse::{self, Goal, ParseMode};

const MODULE_FOR_SURE: [&str; 3] = [
    "Cannot use import statement outside a module",
    "Unexpected token 'export'",
    "Cannot use 'import.meta' outside a module",
];

const MODULE_IF_IT_COMPILES: [&str; 8] = [
    "Identifier '__filename' has already been declared",
    "Identifier '__dirname' has already been declared",
    "Identifier 'exports' has already been declared",
    "Identifier 'module' has already been declared",
    "Identifier 'require' has already been declared",
    "await is only valid in async functions and the top level bodies of modules",
    "missing ) after argument list",
    "Unexpected ",
];

/// Whether a source that is not valid CommonJS runs as an ES module: it uses `import`, `export` or `import.meta`, or it awaits at
/// its top level or declares one of the names of the CommonJS wrapper, and parses as a module.
///
/// Most CommonJS is recognised by its tokens alone; only what could be either is parsed.
pub fn needs_module_goal(source: &str) -> bool {
    is_module_instead(source, Goal::CommonJs)
}

/// The same for a source that would run as a script, without a wrapper: `-e`, and `eval` of a worker.
pub fn script_needs_module_goal(source: &str) -> bool {
    is_module_instead(source, Goal::Script)
}

fn is_module_instead(source: &str, goal: Goal) -> bool {
    if !hints::any(source) {
        return false;
    }
    let Some(error) = syntax_error(source, goal) else { return false };
    if MODULE_FOR_SURE.contains(&error.message.as_str()) {
        return true;
    }
    MODULE_IF_IT_COMPILES.iter().any(|start| error.message.starts_with(start))
        && syntax_error(source, Goal::Module).is_none()
}

/// Whether a module awaits at its top level, so that its body must be an async function. False for what does not
/// parse as a module.
pub fn uses_top_level_await(source: &str) -> bool {
    if memchr::memmem::find(source.as_bytes(), b"await").is_none() {
        return false;
    }
    parse::parse(source, Goal::Module, ParseMode::Checked, |parsed| {
        let mut finder = AwaitFinder::default();
        finder.visit_program(parsed.program);
        parsed.is_valid() && finder.found
    })
    .unwrap_or(false)
}

/// Finds an `await` that belongs to the outermost level: functions are not entered.
#[derive(Default)]
pub(crate) struct AwaitFinder {
    pub found: bool,
}

impl<'a> Visit<'a> for AwaitFinder {
    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.found = true;
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        self.found |= statement.r#await;
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_variable_declaration(&mut self, declaration: &VariableDeclaration<'a>) {
        self.found |= declaration.kind == VariableDeclarationKind::AwaitUsing;
        walk::walk_variable_declaration(self, declaration);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
