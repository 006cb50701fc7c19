// Documents of YAML edited without losing their comments; anchors, tags, streams of errors.
import YAML, { parse, stringify, parseDocument, parseAllDocuments, visit, isScalar, LineCounter } from 'yaml';

console.log(parse('a: 1\nb: [x, "y", ~, 0o17, 1_000]\nc: !!set { k1, k2 }\nd: !!timestamp 2001-12-15\ne: <<\n'));
const text = '# head\nname: old # keep me\n\nlist:\n  - &one {a: 1}\n  - *one\n  # before two\n  - two\n';
const document = parseDocument(text);
document.set('name', 'new');
document.addIn(['list'], 'three');
document.deleteIn(['list', 1]);
visit(document, { Scalar(key, node) { if (isScalar(node) && node.value === 'two') node.comment = ' visited'; } });
console.log(String(document), document.toJS());
console.log(stringify({ multi: 'a\nb\n', long: 'x '.repeat(50), nested: [[1], { k: null }], map: new Map([[{ a: 1 }, 2]]), at: new Date(0) }));
console.log(parseAllDocuments('a\n---\nb\n...\n').map((it) => it.toJS()), parse('<<: {x: 1}\ny: 2', { merge: true }));
const counter = new LineCounter();
const broken = parseDocument('a: [1, 2\nb: "open', { lineCounter: counter });
for (const { code, message } of broken.errors) console.log(code, '|', message);
const point = { tag: '!point', collection: undefined, identify: (value) => value?.isPoint, resolve: (string) => ({ isPoint: true, at: string.split(',').map(Number) }), stringify: ({ value }) => value.at.join() };
console.log(YAML.parse('p: !point 1,2', { customTags: [point] }), YAML.stringify({ p: { isPoint: true, at: [3, 4] } }, { customTags: [point] }));
