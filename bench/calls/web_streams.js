'use strict';
const bytes = new Uint8Array(64).fill(120);
const large = new Uint8Array(65536).fill(120).map((byte, index) => byte ^ (index % 251));

const source = (count, value = 'x') => {
  let left = count;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(value);
      else controller.close();
    },
  });
};

const nowhere = () => new WritableStream({ write() {} });

async function lengthOf(stream) {
  let length = 0;
  for await (const chunk of stream) length += chunk.length;
  return length;
}

exports.calls = {
  'new ReadableStream': () => new ReadableStream({}),
  'new ReadableStream with pull': () => new ReadableStream({ pull() {} }),
  'new ReadableStream of bytes': () => new ReadableStream({ type: 'bytes' }),
  'new WritableStream': () => new WritableStream({ write() {} }),
  'new TransformStream': () => new TransformStream(),
  'getReader and releaseLock': () => {
    const reader = new ReadableStream({}).getReader();
    return reader.releaseLock();
  },
  'getWriter and releaseLock': () => {
    const writer = new WritableStream({}).getWriter();
    return writer.releaseLock();
  },
  tee: () => new ReadableStream({}).tee(),
  'new CountQueuingStrategy': (turn) => new CountQueuingStrategy({ highWaterMark: turn & 7 }),
  'new TextDecoderStream': () => new TextDecoderStream(),
};

exports.operations = {
  'read of one chunk': () => source(1).getReader().read(),
  'for await over 1,000': () => lengthOf(source(1000)),
  '100 reads': async () => {
    const reader = source(100).getReader();
    let count = 0;
    while (!(await reader.read()).done) count++;
    return count;
  },
  'ReadableStream.from 100': () => lengthOf(ReadableStream.from(Array(100).fill('x'))),
  '100 writes': async () => {
    const writer = nowhere().getWriter();
    for (let count = 0; count < 100; count++) await writer.write('x');
    return writer.close();
  },
  'pipeTo of 100': () => source(100).pipeTo(nowhere()),
  'pipeThrough a TransformStream, 100': () => lengthOf(source(100).pipeThrough(new TransformStream({
    transform(chunk, controller) { controller.enqueue(chunk); },
  }))),
  'tee, both read, 100': async () => {
    const [one, other] = source(100).tee();
    return Promise.all([lengthOf(one), lengthOf(other)]);
  },
  'bytes into a buffer of ours, 100': async () => {
    let left = 100;
    const reader = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (left-- > 0) {
          controller.enqueue(bytes.slice());
          return;
        }
        controller.close();
        controller.byobRequest?.respond(0);
      },
    }).getReader({ mode: 'byob' });
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(64));
      if (done) return length;
      length += value.length;
    }
  },
  'TextDecoderStream, 100': () => lengthOf(source(100, bytes).pipeThrough(new TextDecoderStream())),
  'TextEncoderStream, 100': () => lengthOf(source(100).pipeThrough(new TextEncoderStream())),
  'CompressionStream of 64 KB': () => lengthOf(source(1, large).pipeThrough(new CompressionStream('gzip'))),
};
