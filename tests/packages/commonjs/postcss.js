// A style sheet parsed, walked, changed by plugins, printed with a map; an error with its place.
const postcss = require('postcss');

const css = `:root { --main: #06c; }
/* links */
a:hover, a:focus { color: var(--main); margin: 0 auto }
@media (min-width: 40em) {
  .grid { display: grid; gap: 1rem }
}
`;

const prefix = () => ({
  postcssPlugin: 'prefix-grid',
  Declaration: { display(declaration) { if (declaration.value === 'grid' && !declaration.prev()) declaration.cloneBefore({ value: '-ms-grid' }); } },
});
prefix.postcss = true;
const variables = () => ({
  postcssPlugin: 'variables',
  Once(root, { result }) {
    const values = new Map();
    root.walkDecls(/^--/, (declaration) => { values.set(declaration.prop, declaration.value); });
    root.walkDecls((declaration) => {
      declaration.value = declaration.value.replace(/var\((.*?)\)/g, (_, name) => values.get(name));
    });
    result.warn(`replaced ${values.size}`);
  },
});
variables.postcss = true;

postcss([prefix, variables]).process(css, { from: 'in.css', to: 'out.css', map: { inline: false } }).then((result) => {
  console.log(result.css);
  console.log(result.warnings().map(String));
  const map = result.map.toJSON();
  console.log(map.version, map.sources, map.mappings);
  const root = postcss.parse(css);
  root.first.append({ prop: '--second', value: 'red' });
  root.append(postcss.rule({ selector: 'b' }));
  console.log(root.nodes.map((node) => `${node.type}@${node.source?.start.line ?? '-'}`), root.last.toString());
  try {
    postcss.parse('a {\n  color: "red;\n}', { from: '/in/bad.css' });
  } catch (error) {
    console.log(error.name, error.reason, error.line, error.column);
    console.log(error.showSourceCode(false));
  }
});
