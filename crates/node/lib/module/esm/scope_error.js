'use strict';
// `require is not defined` in an ES module: Node adds advice to the message.

const { arrayFind, classReferenceError: ReferenceError, jsonParse, regexpTest } = require('core/intrinsics');

const NAMES = ['require', 'module', 'exports', '__filename', '__dirname'];

const REPLACEMENTS = {
  __proto__: null,
  require: 'replace require() with import',
  module: 'use export instead of module.exports/exports',
  exports: 'use export instead of module.exports/exports',
  __filename: 'use import.meta.filename instead',
  __dirname: 'use import.meta.dirname instead',
};

// Extends the message of such an error from the graph of `root`.
function addScopeHint(error, root) {
  if (!(error instanceof ReferenceError)) return;
  const message = require('core/stack').messageOf(error);
  const name = arrayFind(NAMES, (each) => message === `${each} is not defined`);
  if (name === undefined) return;
  if (root.hasTopLevelAwait) {
    error.message = `Cannot determine intended module format because both '${name}' and top-level await are present. ` +
      'If the code is intended to be CommonJS, wrap await in an async function. If the code is intended to be an ES ' +
      `module, ${REPLACEMENTS[name]}.`;
    error.code = 'ERR_AMBIGUOUS_MODULE_SYNTAX';
    return;
  }
  let explained = `${message} in ES module scope`;
  if (name === 'require') explained += ', you can use import instead';
  const packageJson = modulePackageJson(root.url);
  if (packageJson !== undefined) {
    explained += "\nThis file is being treated as an ES module because it has a '.js' file extension and " +
      `'${packageJson}' contains "type": "module". To treat it as a CommonJS script, rename it to use the '.cjs' file ` +
      'extension.';
  }
  error.message = explained;
}

function modulePackageJson(url) {
  if (!regexpTest(/^file:\/\/.*\.js(?:\?[^#]*)?(?:#.*)?$/, url)) return undefined;
  const scope = require('module/resolver').packageScope(binding('modules').fileUrlToPath(url));
  const { type, pjsonPath } = scope === undefined ? {} : jsonParse(scope);
  return type === 'module' ? pjsonPath : undefined;
}

module.exports = { addScopeHint };
