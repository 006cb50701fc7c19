'use strict';
class Terminal { constructor(depth) { this.isTTY = true; this.written = []; if (depth !== undefined) this.getColorDepth = () => depth; } write(text) { this.written.push(text); } on() {} once() {} removeListener() {} listenerCount() { return 0; } }
for (const depth of [undefined, 1, 4, 8, 24]) {
  const terminal = new Terminal(depth);
  const own = new console.Console(terminal);
  own.log('text', 1, [true], { a: 'x' }); own.dir({ a: 1 }); own.table([1]); own.log('%o', 5); own.error(new Date(0)); own.group(1); own.log(2); own.groupEnd(); own.clear();
  console.log(depth, terminal.written);
}
const out = new Terminal(8), err = new Terminal(1);
const split = new console.Console({ stdout: out, stderr: err });
split.log(1); split.error(1); split.warn([1]);
console.log(out.written, err.written);
