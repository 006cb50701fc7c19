//! Which names a script declares.

use oxc_ast::ast::{
    ArrowFunctionExpression, BlockStatement, Class, Function, Statement, SwitchCase, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;

use crate::parse::{self, Goal, ParseMode};
use crate::v8_messages::bound_names;

/// The names that a script declares, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// Of `var` anywhere outside a function, and of functions in blocks.
    pub vars: Vec<String>,
    /// Of functions at the top level.
    pub functions: Vec<String>,
    /// Of `let`, `const` and `class` at the top level: these do not become properties of the global object.
    pub lexical: Vec<String>,
}

/// What a script declares at its top level.
///
/// ```
/// let found = hexloop_source::declarations("var a, {b} = {}; let c; for (var d of []) {} function e() { var f }");
/// assert_eq!(found.vars, ["a", "b", "d"]);
/// assert_eq!(found.functions, ["e"]);
/// assert_eq!(found.lexical, ["c"]);
/// ```
pub fn declarations(source: &str) -> Declarations {
    let found = parse::parse(source, Goal::Script, ParseMode::TreeOnly, |parsed| {
        let mut found = Declarations::default();
        for statement in &parsed.program.body {
            match statement {
                Statement::FunctionDeclaration(function) => add_function(function, &mut found.functions),
                Statement::ClassDeclaration(class) => {
                    if let Some(id) = &class.id {
                        add(&id.name, &mut found.lexical);
                    }
                }
                Statement::VariableDeclaration(list) if list.kind != VariableDeclarationKind::Var => {
                    add_bound(list, &mut found.lexical);
                }
                other => Finder(&mut found.vars).visit_statement(other),
            }
        }
        found
    });
    found.unwrap_or_default()
}

fn add(name: &str, names: &mut Vec<String>) {
    if !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}

fn add_function(function: &Function, names: &mut Vec<String>) {
    if let Some(id) = &function.id {
        add(&id.name, names);
    }
}

fn add_bound(list: &VariableDeclaration, names: &mut Vec<String>) {
    for declarator in &list.declarations {
        bound_names(&declarator.id, &mut |name, _, _| add(name, names));
    }
}

struct Finder<'n>(&'n mut Vec<String>);

impl Finder<'_> {
    fn functions_of(&mut self, statements: &[Statement]) {
        for statement in statements {
            if let Statement::FunctionDeclaration(function) = statement {
                add_function(function, self.0);
            }
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_variable_declaration(&mut self, list: &VariableDeclaration<'a>) {
        if list.kind == VariableDeclarationKind::Var {
            add_bound(list, self.0);
        }
    }

    fn visit_block_statement(&mut self, block: &BlockStatement<'a>) {
        self.functions_of(&block.body);
        walk::walk_block_statement(self, block);
    }

    fn visit_switch_case(&mut self, case: &SwitchCase<'a>) {
        self.functions_of(&case.consequent);
        walk::walk_switch_case(self, case);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}
