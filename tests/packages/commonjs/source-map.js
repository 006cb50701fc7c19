// Maps made, joined and read back (the reader is WebAssembly).
const { SourceMapGenerator, SourceMapConsumer, SourceNode } = require('source-map');

const node = new SourceNode(1, 0, 'a.js', [
  new SourceNode(1, 0, 'a.js', 'var sum = ', 'sum'),
  new SourceNode(2, 4, 'a.js', 'add(1, 2);\n'),
  new SourceNode(1, 0, 'b.js', 'print(sum);\n'),
]);
node.setSourceContent('a.js', 'let sum =\n    add(1, 2)');
const { code, map } = node.toStringWithSourceMap({ file: 'out.js' });
console.log(code, map.toString());

(async () => {
  await SourceMapConsumer.with(map.toJSON(), null, (consumer) => {
    console.log(consumer.sources, consumer.originalPositionFor({ line: 1, column: 12 }));
    console.log(consumer.generatedPositionFor({ source: 'b.js', line: 1, column: 0 }));
    console.log(consumer.sourceContentFor('a.js'));
    const seen = [];
    consumer.eachMapping((mapping) => seen.push(`${mapping.generatedLine}:${mapping.generatedColumn}<-${mapping.source}:${mapping.originalLine}:${mapping.originalColumn}`));
    console.log(seen);
  });
  const generator = new SourceMapGenerator({ file: 'x.js', sourceRoot: '/src' });
  generator.addMapping({ source: 'y.ts', original: { line: 3, column: 5 }, generated: { line: 1, column: 0 }, name: 'why' });
  console.log(generator.toString());
  await new SourceMapConsumer('{"version":2}').catch((error) => console.log(error.message));
})();
