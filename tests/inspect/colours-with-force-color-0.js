// env: FORCE_COLOR=0
'use strict';
process.on('warning', (warning) => console.log(warning.name, warning.message));
console.log(1, { a: 'x' });
const terminal = { isTTY: true, text: '', write(text) { this.text += text; }, on() {}, once() {}, removeListener() {}, listenerCount() { return 0; } };
const deep = { ...terminal, getColorDepth() { return 8; } };
const shallow = { ...terminal, getColorDepth() { return 1; } };
const pipe = { ...terminal, isTTY: false };
for (const stdout of [terminal, deep, shallow, pipe]) {
  const own = new console.Console(stdout);
  own.log(1, { a: 'x' });
  console.log(JSON.stringify(stdout.text));
}
