//! Which statements and class elements exist only for the type checker.

use oxc_ast::ast::*;

pub(super) fn is_removed(statement: &Statement) -> bool {
    match statement {
        Statement::ImportDeclaration(import) => import.import_kind.is_type(),
        Statement::ExportAllDeclaration(export) => export.export_kind.is_type(),
        Statement::ExportNamedDeclaration(export) => export.export_kind.is_type(),
        Statement::ExportFromDeclaration(export) => export.export_kind.is_type(),
        Statement::ExportDeclaration(export) => is_removed_declaration(&export.declaration),
        Statement::ExportDefaultDeclaration(export) => match &export.declaration {
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => true,
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.body.is_none(),
            _ => false,
        },
        Statement::TSNamespaceExportDeclaration(_) => true,
        other => other.as_declaration().is_some_and(is_removed_declaration),
    }
}

fn is_removed_declaration(declaration: &Declaration) -> bool {
    match declaration {
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => true,
        Declaration::VariableDeclaration(variables) => variables.declare,
        Declaration::FunctionDeclaration(function) => function.declare || function.body.is_none(),
        Declaration::ClassDeclaration(class) => class.declare,
        Declaration::TSEnumDeclaration(declaration) => declaration.declare,
        Declaration::TSNamespaceDeclaration(namespace) => namespace.declare || !is_instantiated(&namespace.body),
        Declaration::TSImportEqualsDeclaration(import) => import.import_kind.is_type(),
    }
}

/// A namespace with only types has no object at run time.
fn is_instantiated(body: &TSNamespaceDeclarationBody) -> bool {
    match body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => !inner.declare && is_instantiated(&inner.body),
        TSNamespaceDeclarationBody::TSModuleBlock(block) => !block.body.iter().all(is_removed),
    }
}

pub(super) fn is_removed_element(element: &ClassElement) -> bool {
    match element {
        ClassElement::TSIndexSignature(_) => true,
        ClassElement::MethodDefinition(method) => method.r#type.is_abstract() || method.value.body.is_none(),
        ClassElement::PropertyDefinition(property) => property.declare || property.r#type.is_abstract(),
        ClassElement::AccessorProperty(property) => property.r#type.is_abstract(),
        ClassElement::StaticBlock(_) => false,
    }
}
