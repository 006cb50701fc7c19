// Streams of the web: tees, transforms, bytes, iteration, compression, text, and those made of Node's.
const say = (text) => console.log(text);
const { Readable, Writable } = require('stream');
const { ReadableStream, WritableStream, TransformStream, CompressionStream, DecompressionStream, TextDecoderStream, TextEncoderStream,
  CountQueuingStrategy } = require('stream/web');
const numbers = (count) => {
  let n = 0;
  return new ReadableStream({ pull(controller) { if (++n > count) controller.close(); else controller.enqueue('chunk ' + n); } }, new CountQueuingStrategy({ highWaterMark: 2 }));
};
const sink = (name) => new WritableStream({ write(chunk) { say(name + ' ' + chunk); }, close() { say(name + ' closed'); }, abort(reason) { say(name + ' aborted ' + reason.message); } });
const steps = [
  async () => {
    const upper = new TransformStream({ transform(chunk, controller) { controller.enqueue('changed ' + chunk); }, flush(controller) { controller.enqueue('end'); } });
    await numbers(3).pipeThrough(upper).pipeTo(sink('piped'));
  },
  async () => {
    const branches = numbers(2).tee();
    await branches[0].pipeTo(sink('first'));
    const reader = branches[1].getReader();
    say('second ' + (await reader.read()).value);
    await reader.cancel('enough');
    say((await reader.read()).done);
  },
  async () => {
    const bytes = new ReadableStream({ type: 'bytes', autoAllocateChunkSize: 4, pull(controller) { const view = controller.byobRequest.view; view[0] = 7; controller.byobRequest.respond(1); } });
    const reader = bytes.getReader({ mode: 'byob' });
    const read = await reader.read(new Uint8Array(3));
    say('bytes ' + read.value.length + ' ' + read.value[0]);
    reader.releaseLock();
    await bytes.cancel();
  },
  async () => {
    for await (const chunk of numbers(2)) say('iterated ' + chunk);
    for await (const chunk of ReadableStream.from((function* () { yield 'a'; yield 'b'; })())) say('from ' + chunk);
  },
  async () => {
    const text = numbers(2).pipeThrough(new TextEncoderStream()).pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip')).pipeThrough(new TextDecoderStream());
    let all = '';
    const reader = text.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) all += step.value;
    say('compressed ' + all);
  },
  async () => {
    const failing = new ReadableStream({ start(controller) { controller.error(new Error('broken')); } });
    try {
      await failing.pipeTo(sink('failing'));
    } catch (error) {
      say('caught ' + error.message);
    }
    const aborter = new AbortController();
    const piping = numbers(Infinity).pipeTo(new WritableStream({ write() { aborter.abort(new Error('stopped')); } }), { signal: aborter.signal });
    try {
      await piping;
    } catch (error) {
      say('caught ' + error.message);
    }
  },
  async () => {
    const nodes = Readable.fromWeb(numbers(2), { encoding: 'utf8', objectMode: true });
    for await (const chunk of nodes) say('node ' + chunk);
    let n = 0;
    const web = Readable.toWeb(new Readable({ objectMode: true, read() { this.push(n++ < 2 ? 'own ' + n : null); } }));
    await web.pipeTo(Writable.toWeb(new Writable({ objectMode: true, write(chunk, encoding, callback) { say('to web ' + chunk); callback(); } })));
  },
];
(async () => {
  for (let i = 0; i < steps.length; i++) {
    try {
      await steps[i]();
    } catch (error) {
      say('step ' + i + ' ' + error.message);
    }
  }
})();
