//! Prints sources that cannot be erased, with a source map.
//!
//! The transforms are those of oxc; only those that TypeScript performs with `target: ESNext` are enabled. Functions that the
//! printed code calls (for legacy decorators) are properties of one object, see [`RUNTIME`].

use std::path::{Path, PathBuf};

use oxc_allocator::{Allocator, ArenaVec};
use oxc_ast::ast::{
    Argument, AssignmentOperator, AssignmentTarget, ComputedMemberExpression, Expression, IdentifierReference, Program,
    PropertyDefinition, PropertyKey, Statement,
};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_diagnostics::OxcDiagnostic;
use oxc_semantic::SemanticBuilder;
use oxc_span::{GetSpan, SPAN};
use oxc_transformer::{
    DecoratorOptions, ES2026Options, EnvOptions, HelperLoaderMode, HelperLoaderOptions, JsxOptions, JsxRuntime, Module,
    TransformOptions, Transformer, TypeScriptOptions,
};

use super::StripOptions;
use crate::parse::Goal;
use crate::source_map::SourceMap;
use crate::tsconfig::{CompilerOptions, JsxEmit};

/// The object whose functions lowered syntax calls: `lib/core/lowered_syntax.js`, which the call loads.
pub(crate) const RUNTIME: &str = "__hexloop_syntax__()";

/// The name that oxc uses for that object.
const OXC_RUNTIME: &str = "babelHelpers";

/// What `import a = require('a')` calls in a module, which has no `require`.
const MODULE_REQUIRE: &str = "process.getBuiltinModule('module').createRequire(import.meta.url)";

pub(super) fn print<'a>(
    program: &mut Program<'a>,
    options: &StripOptions,
    allocator: &'a Allocator,
) -> Result<(String, SourceMap), OxcDiagnostic> {
    let is_module = match options.goal {
        Some(goal) => goal == Goal::Module,
        None => program.source_type.is_module(),
    };
    if is_module && let Some(assignment) = export_assignment(program) {
        return Err(assignment);
    }
    let scoping = SemanticBuilder::new().with_enum_eval(true).build(program).semantic.into_scoping();
    let transform = transform_options(options.compiler);
    let path = Path::new(options.path);
    let done = Transformer::new(allocator, path, &transform).build_with_scoping(scoping, program);
    if let Some(first) = done.diagnostics.first() {
        return Err(first.clone());
    }
    drop(done);
    // Keep the mode of the file: oxc makes all CommonJS strict.
    program.directives.retain(|directive| !directive.span.is_unspanned());
    RuntimeNames { is_module }.visit_program(program);
    if !options.compiler.defines_class_fields() {
        AssignedFields { allocator, count: 0 }.visit_program(program);
    }
    let codegen = CodegenOptions { source_map_path: Some(PathBuf::from(options.path)), ..CodegenOptions::default() };
    let printed = Codegen::new().with_options(codegen).build(program);
    let map = SourceMap::of_printed(&printed, options.path);
    Ok((printed.code, map))
}

/// `export =` has no meaning in a module.
fn export_assignment(program: &Program) -> Option<OxcDiagnostic> {
    let found = program.body.iter().find(|statement| matches!(statement, Statement::TSExportAssignment(_)))?;
    let message = "Export assignment cannot be used when targeting ECMAScript modules.";
    Some(OxcDiagnostic::error(message).with_label(found.span()))
}

fn transform_options(compiler: &CompilerOptions) -> TransformOptions {
    let jsx = jsx_options(compiler);
    // The remaining `using`: at the top level of a module.
    let es2026 = ES2026Options { explicit_resource_management: true };
    TransformOptions {
        typescript: TypeScriptOptions {
            jsx_pragma: jsx.pragma.clone().unwrap_or("React.createElement".to_owned()).into(),
            jsx_pragma_frag: jsx.pragma_frag.clone().unwrap_or("React.Fragment".to_owned()).into(),
            only_remove_type_imports: compiler.keeps_unused_imports(),
            remove_class_fields_without_initializer: !compiler.defines_class_fields(),
            ..TypeScriptOptions::default()
        },
        decorator: DecoratorOptions {
            legacy: compiler.experimental_decorators.unwrap_or(false),
            emit_decorator_metadata: compiler.emit_decorator_metadata.unwrap_or(false),
            strict_null_checks: compiler.checks_null_strictly(),
        },
        jsx,
        // `import a = require('a')` stays a call, in a module too.
        env: EnvOptions { module: Module::CommonJS, es2026, ..EnvOptions::default() },
        helper_loader: HelperLoaderOptions { mode: HelperLoaderMode::External, ..HelperLoaderOptions::default() },
        ..TransformOptions::default()
    }
}

/// By default JSX uses React's automatic runtime, unless a factory is set, which only the classic one has.
fn jsx_options(compiler: &CompilerOptions) -> JsxOptions {
    let classic = match compiler.jsx {
        Some(JsxEmit::React) => true,
        Some(JsxEmit::ReactJsx | JsxEmit::ReactJsxDev) => false,
        Some(JsxEmit::Preserve | JsxEmit::ReactNative) | None => {
            compiler.jsx_factory.is_some() && compiler.jsx_import_source.is_none()
        }
    };
    JsxOptions {
        runtime: if classic { JsxRuntime::Classic } else { JsxRuntime::Automatic },
        development: false,
        display_name_plugin: false,
        throw_if_namespace: false,
        pure: false,
        import_source: compiler.jsx_import_source.clone().filter(|_| !classic),
        pragma: compiler.jsx_factory.clone().filter(|_| classic),
        pragma_frag: compiler.jsx_fragment_factory.clone().filter(|_| classic),
        ..JsxOptions::enable()
    }
}

#[derive(PartialEq, Eq)]
enum Member {
    OfInstances,
    Static,
}

/// The member that a statement decorates, if it is a decorator call for a class member.
fn decorated(statement: &Statement) -> Option<Member> {
    let Statement::ExpressionStatement(statement) = statement else { return None };
    let Expression::CallExpression(call) = &statement.expression else { return None };
    let Expression::StaticMemberExpression(callee) = &call.callee else { return None };
    if callee.property.name != "decorate" || !callee.object.is_specific_id(OXC_RUNTIME) || call.arguments.len() != 4 {
        return None;
    }
    match &call.arguments[1] {
        Argument::StaticMemberExpression(target) if target.property.name == "prototype" => Some(Member::OfInstances),
        _ => Some(Member::Static),
    }
}

/// Renames the runtime object in oxc's code.
struct RuntimeNames {
    is_module: bool,
}

impl<'a> VisitMut<'a> for RuntimeNames {
    /// TypeScript decorates instance members before static ones, oxc in source order.
    fn visit_statements(&mut self, statements: &mut ArenaVec<'a, Statement<'a>>) {
        for run in statements.chunk_by_mut(|a, b| decorated(a).is_some() && decorated(b).is_some()) {
            run.sort_by_key(|statement| decorated(statement) == Some(Member::Static));
        }
        walk_mut::walk_statements(self, statements);
    }

    fn visit_identifier_reference(&mut self, reference: &mut IdentifierReference<'a>) {
        if reference.span.is_unspanned() {
            match reference.name.as_str() {
                OXC_RUNTIME => reference.name = RUNTIME.into(),
                "require" if self.is_module => reference.name = MODULE_REQUIRE.into(),
                _ => {}
            }
        }
    }
}

/// `x = 1` in a class as TypeScript compiles it for targets before ES2022: an assignment. A private field performs it at the right
/// time: `#__hexloop_field_1 = this.x = 1`.
struct AssignedFields<'a> {
    allocator: &'a Allocator,
    count: usize,
}

impl<'a> VisitMut<'a> for AssignedFields<'a> {
    fn visit_property_definition(&mut self, property: &mut PropertyDefinition<'a>) {
        walk_mut::walk_property_definition(self, property);
        if property.key.is_private_identifier() || property.computed {
            return;
        }
        let (Some(value), Some(name)) = (property.value.take(), property.key.static_name()) else { return };
        self.count += 1;
        let builder = AstBuilder::new(self.allocator);
        let builder = &builder;
        let key = Expression::new_string_literal(SPAN, self.allocator.alloc_str(&name), None, builder);
        let this = Expression::new_this_expression(SPAN, builder);
        let target = ComputedMemberExpression::boxed(SPAN, this, key, false, builder);
        let target = AssignmentTarget::ComputedMemberExpression(target);
        let assignment =
            Expression::new_assignment_expression(property.span, AssignmentOperator::Assign, target, value, builder);
        let hidden = self.allocator.alloc_str(&format!("__hexloop_field_{}", self.count));
        property.key = PropertyKey::new_private_identifier(SPAN, hidden, builder);
        property.value = Some(assignment);
    }
}
