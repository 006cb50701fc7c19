'use strict';
// write(), its callback, 'drain', 'finish' and 'close', for sinks that answer at once, in a tick, a job or an immediate.
const { Writable } = require('stream');

const answers = {
  once: (callback) => callback(),
  tick: (callback) => process.nextTick(callback),
  job: (callback) => Promise.resolve().then(() => callback()),
  immediate: (callback) => setImmediate(callback),
};

async function run() {
  for (const objectMode of [false, true]) {
    for (const [name, answer] of Object.entries(answers)) {
      console.log(`-- ${name}${objectMode ? ', objects' : ''}`);
      await new Promise((resolve) => {
        const sink = new Writable({
          objectMode,
          highWaterMark: 2,
          write(chunk, encoding, callback) {
            console.log('_write', String(chunk), encoding);
            answer(callback);
          },
          final(callback) {
            console.log('_final');
            answer(callback);
          },
        });
        for (const event of ['drain', 'prefinish', 'finish', 'close']) {
          sink.on(event, () => console.log(event, sink.writableLength, sink.writableNeedDrain, sink._writableState.pendingcb));
        }
        console.log(sink.write('a'), sink.write('b', () => console.log('b written')), sink.write('c'));
        process.nextTick(() => console.log('tick'));
        Promise.resolve().then(() => console.log('job'));
        setImmediate(() => {
          console.log('immediate');
          sink.end('d', (err) => console.log('ended', err));
        });
        sink.on('close', resolve);
      });
    }
  }
}
run();
