'use strict';
// What the steps share.

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

const once = (emitter, event) => new Promise((resolve) => { emitter.once(event, (...values) => resolve(values)); });

// The end of a child: its code or its signal. 'close' needs all of its pipes closed; not all children have it (see fork).
const closed = (child) => {
  child.on('error', () => {});
  return new Promise((resolve) => { child.on('close', (code, signal) => resolve(signal ?? code)); });
};

const exited = (child) => {
  child.on('error', () => {});
  return new Promise((resolve) => { child.on('exit', (code, signal) => resolve(signal ?? code)); });
};

function must(is, what) {
  if (!is) throw new Error(what);
}

// All that a stream says.
async function textOf(stream) {
  let text = '';
  stream.setEncoding('utf8').on('data', (data) => { text += data; });
  await once(stream, 'close');
  return text;
}

module.exports = { closed, exited, must, once, pause, textOf };
