'use strict';
// Logs what happens to streams, and prints it when everything has settled: for the programs of web_streams/ about node:stream.

// A turn of the loop or more, in which everything settles.
const gap = async (turns = 3) => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};

// What happened since the last `run`.
const happened = [];

async function run(name, work) {
  happened.length = 0;
  try {
    await work();
  } catch (error) {
    happened.push(`THREW ${error.name} ${error.code} ${error.message}`);
  }
  await gap(8);
  console.log(name, ':', happened.join(' | '));
}

// Notes the events of a stream.
function hook(stream, name = '') {
  for (const event of ['end', 'error', 'close', 'finish', 'pause', 'resume', 'drain']) {
    stream.on(event, (error) => happened.push(name + event + (error ? ` ${error.code || ''} ${error.message}` : '')));
  }
  return stream;
}

// A web stream to write to, all of whose methods are noted.
const webSink = (methods) => new WritableStream({
  start() {},
  write(chunk) {
    happened.push(`write ${typeof chunk} ${chunk.constructor.name} ${chunk}`);
  },
  close() {
    happened.push('close');
  },
  abort(reason) {
    happened.push(`abort ${reason}`);
  },
  ...methods,
});

process.on('unhandledRejection', (error) => console.log('UNHANDLED', error?.message));

module.exports = { gap, happened, run, hook, webSink };
