//! What cannot be erased, printed anew with a source map.
//!
//! The transforms are oxc's; only those are on that TypeScript itself would do with `target: ESNext`. Functions that
//! the printed code calls (for legacy decorators) are properties of one global object, see [`RUNTIME`].

use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use oxc_ast::ast::{IdentifierReference, Program, Statement};
use oxc_ast_visit::VisitMut;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_diagnostics::OxcDiagnostic;
use oxc_semantic::SemanticBuilder;
use oxc_span::GetSpan;
use oxc_transformer::{
    DecoratorOptions, EnvOptions, HelperLoaderMode, HelperLoaderOptions, JsxOptions, JsxRuntime, Module,
    TransformOptions, Transformer, TypeScriptOptions,
};

use super::StripOptions;
use crate::parse::Goal;
use crate::source_map::SourceMap;
use crate::tsconfig::{CompilerOptions, JsxEmit};

/// The object whose functions lowered syntax calls, defined by `lib/core/lowered_syntax.js`.
pub(crate) const RUNTIME: &str = "__hexloop_syntax__";

/// What oxc calls that object.
const OXC_RUNTIME: &str = "babelHelpers";

/// What `import a = require('a')` calls in a module, where there is no `require`.
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
    // Whether a file is strict is its own affair: oxc makes all CommonJS so.
    program.directives.retain(|directive| !directive.span.is_unspanned());
    OurNames { is_module }.visit_program(program);
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
        env: EnvOptions { module: Module::CommonJS, ..EnvOptions::default() },
        helper_loader: HelperLoaderOptions { mode: HelperLoaderMode::External, ..HelperLoaderOptions::default() },
        ..TransformOptions::default()
    }
}

/// Without a word about it JSX is React's automatic runtime, unless a factory is named, which only the classic one has.
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

/// The names of what oxc's code calls.
struct OurNames {
    is_module: bool,
}

impl<'a> VisitMut<'a> for OurNames {
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
