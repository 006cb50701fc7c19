// ES5 and newer minified, with names kept, a map, and a parse error.
const UglifyJS = require('uglify-js');

const code = {
  'sum.js': 'function sum(first, second) { var unused = 1; if (false) { never(); } return first + second; }',
  'main.js': 'const values = [1, 2, 3].map(value => value * 2); console.log(sum(values[0], values[1]), `a${1 + 1}b`);',
};
const result = UglifyJS.minify(code, { toplevel: true, sourceMap: { filename: 'out.js', url: 'out.js.map' } });
console.log(result.code);
const map = JSON.parse(result.map);
console.log(map.sources, map.names, map.mappings);
new Function(result.code)();
console.log(UglifyJS.minify('var a = 1, b = a + 2; if (b > 2) { alert(b) } else { alert(a) }', { mangle: false, output: { beautify: true } }).code);
const { error } = UglifyJS.minify({ 'bad.js': 'var x = ;' });
console.log(error.message, error.filename, error.line, error.col);
