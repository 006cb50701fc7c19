// @babel/core: presets, a plugin of one's own, the tree, maps, code frames of errors.
const babel = require('@babel/core');

const options = { babelrc: false, configFile: false };
const modern = `
class Point { #x = 1; static origin = new Point(); get x() { return this.#x ?? 0; } }
const spread = ({ a, ...rest }) => [...rest.list, a?.b ** 2];
async function* stream() { for await (const item of items) yield item; }
export default Point;
`;
const old = babel.transformSync(modern, { ...options, presets: [['@babel/preset-env', { targets: 'chrome 50', modules: 'commonjs' }]] });
console.log(old.code.split('\n').filter((line) => /^(exports|class|const|var|function stream)/.test(line)).join('\n'));
console.log(babel.transformSync('const x: number = 1; enum Kind { A, B = 5 } type T = string; export { x, Kind };', {
  ...options, filename: 'a.ts', presets: ['@babel/preset-typescript'],
}).code);
console.log(babel.transformSync('const e = <div id="a" {...p}>text {v}<><B.C /></></div>;', {
  ...options, plugins: [['@babel/plugin-transform-react-jsx', { runtime: 'automatic' }]],
}).code);

const rename = ({ types: t }) => ({
  name: 'rename-and-log',
  visitor: {
    Identifier(path) { if (path.node.name === 'secret') path.node.name = 'visible'; },
    FunctionDeclaration(path, state) {
      path.get('body').unshiftContainer('body', t.expressionStatement(t.callExpression(t.identifier('log'), [t.stringLiteral(path.node.id.name + state.opts.mark)])));
    },
  },
});
const plugged = babel.transformSync('function f(secret) { return secret }', { ...options, plugins: [[rename, { mark: '!' }]], sourceMaps: true, filename: 'f.js' });
console.log(plugged.code, plugged.map.mappings);
const names = [];
babel.traverse(babel.parseSync('let a = b + c; { let a = d }', options), {
  BindingIdentifier(path) { names.push(path.node.name); },
  Scope(path) { names.push(Object.keys(path.scope.bindings)); },
});
console.log(names, babel.template.expression.ast`a + ${'b'}`.type);
babel.transformAsync('let x = ;', { ...options, filename: '/bad.js' }).catch((error) => console.log(error.code, error.message));
