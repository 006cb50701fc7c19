// stdin: one\ntwo\nthree\n
const { Transform, pipeline } = require('stream');
const upper = new Transform({ transform(chunk, encoding, callback) { callback(null, `${chunk}`.toUpperCase()); } });
pipeline(process.stdin, upper, async function* (source) {
  for await (const chunk of source) yield `<${chunk}>\n`;
}, process.stdout, (error) => {
  console.error('over', error, process.stdin.destroyed, process.stdout.destroyed, process.stdout.writable);
});
