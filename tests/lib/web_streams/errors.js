'use strict';
// What is refused, and in which words.

// A turn of the loop or more, in which everything settles.
const gap = async (turns = 3) => {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
};
const util = require('util');
function t(label, f) {
  try {
    const r = f();
    if (r && typeof r.then === 'function')
      r.then(
        (v) => console.log(label, '=> resolved', v),
        (e) => console.log(label, '=> rejected', e.name, e.code, e.message),
      );
    else console.log(label, '=>', r);
  } catch (e) {
    console.log(label, '=> throws', e.name, e.code, e.message);
  }
}
const rs = () =>
  new ReadableStream({
    start(c) {
      globalThis.c = c;
    },
  });
const P = ReadableStream.prototype;
t('new RS(null)', () => new ReadableStream(null));
t('new RS(1)', () => new ReadableStream(1));
t('RS strategy null', () => new ReadableStream({}, null));
t('RS strategy 1', () => new ReadableStream({}, 1));
t('RS strategy hwm -1', () => new ReadableStream({}, { highWaterMark: -1 }));
t('RS strategy hwm NaN', () => new ReadableStream({}, { highWaterMark: NaN }));
t('RS strategy hwm str', () => new ReadableStream({}, { highWaterMark: 'x' }));
t('RS strategy size 1', () => new ReadableStream({}, { size: 1 }));
t('RS type x', () => new ReadableStream({ type: 'x' }));
t('RS type bytes size', () => new ReadableStream({ type: 'bytes' }, { size() {} }));
t('RS pull 1', () => new ReadableStream({ pull: 1 }));
t('RS cancel 1', () => new ReadableStream({ cancel: 1 }));
t('RS autoalloc 0', () => new ReadableStream({ type: 'bytes', autoAllocateChunkSize: 0 }));
t('locked this', () => Object.getOwnPropertyDescriptor(P, 'locked').get.call({}));
t('cancel this', () => P.cancel.call({}));
t('getReader this', () => P.getReader.call({}));
t('getReader 1', () => rs().getReader(1));
t('getReader mode', () => rs().getReader({ mode: 'x' }));
t('getReader byob', () => rs().getReader({ mode: 'byob' }));
t('getReader locked', () => {
  const r = rs();
  r.getReader();
  r.getReader();
});
t('cancel locked', () => {
  const r = rs();
  r.getReader();
  return r.cancel();
});
t('tee locked', () => {
  const r = rs();
  r.getReader();
  return r.tee();
});
t('pipeTo nothing', () => rs().pipeTo());
t('pipeTo locked', () => {
  const r = rs();
  r.getReader();
  return r.pipeTo(new WritableStream());
});
t('pipeTo locked dest', () => {
  const w = new WritableStream();
  w.getWriter();
  return rs().pipeTo(w);
});
t('pipeTo opt 1', () => rs().pipeTo(new WritableStream(), 1));
t('pipeTo signal', () => rs().pipeTo(new WritableStream(), { signal: 1 }));
t('pipeTo aborted', () => rs().pipeTo(new WritableStream(), { signal: AbortSignal.abort() }));
t('pipeThrough nothing', () => rs().pipeThrough());
t('pipeThrough bad', () => rs().pipeThrough({ readable: 1, writable: 1 }));
t('pipeThrough bad2', () => rs().pipeThrough({ readable: rs(), writable: 1 }));
t('pipeThrough locked', () => {
  const r = rs();
  r.getReader();
  return r.pipeThrough(new TransformStream());
});
t('pipeThrough locked d', () => {
  const w = new WritableStream();
  w.getWriter();
  return rs().pipeThrough({ readable: rs(), writable: w });
});
t('pipeThrough signal', () => rs().pipeThrough(new TransformStream(), { signal: 1 }));
t('values 1', () => rs().values(1));
t('values this', () => P.values.call(1));
t('from 1', () => ReadableStream.from(1));
t('from {}', () => ReadableStream.from({}));
t('from str', () => ReadableStream.from('abc'));
t('from bad iter', () =>
  ReadableStream.from({
    [Symbol.iterator]() {
      return 1;
    },
  }),
);
t('from bad iter2', () => ReadableStream.from({ [Symbol.iterator]: 1 }));
t('reader nothing', () => new ReadableStreamDefaultReader());
t('byob reader nothing', () => new ReadableStreamBYOBReader());
t('byob reader default', () => new ReadableStreamBYOBReader(rs()));
t('reader locked', () => {
  const r = rs();
  r.getReader();
  new ReadableStreamDefaultReader(r);
});
t('reader read this', () => ReadableStreamDefaultReader.prototype.read.call({}));
t('reader closed this', () =>
  Object.getOwnPropertyDescriptor(ReadableStreamDefaultReader.prototype, 'closed').get.call({}),
);
t('reader release this', () => ReadableStreamDefaultReader.prototype.releaseLock.call({}));
t('reader cancel this', () => ReadableStreamDefaultReader.prototype.cancel.call({}));
t('reader released read', () => {
  const r = rs().getReader();
  r.releaseLock();
  return r.read();
});
t('reader released cancel', () => {
  const r = rs().getReader();
  r.releaseLock();
  return r.cancel();
});
t('reader released closed', () => {
  const r = rs().getReader();
  r.releaseLock();
  return r.closed;
});
t('reader pending released', () => {
  const r = rs().getReader();
  const p = r.read();
  r.releaseLock();
  return p;
});
t('controller new', () => new ReadableStreamDefaultController());
t('byte controller new', () => new ReadableByteStreamController());
t('byobrequest new', () => new ReadableStreamBYOBRequest());
t('enqueue closed', () => {
  rs();
  c.close();
  c.enqueue(1);
});
t('close closed', () => {
  rs();
  c.close();
  c.close();
});
t('enqueue errored', () => {
  rs();
  c.error(1);
  c.enqueue(1);
});
t('size bad', () => {
  new ReadableStream(
    {
      start(c) {
        c.enqueue(1);
      },
    },
    {
      size() {
        return -1;
      },
    },
  );
});
t('size bad nan', () => {
  new ReadableStream(
    {
      start(c) {
        c.enqueue(1);
      },
    },
    {
      size() {
        return NaN;
      },
    },
  );
});
const bs = () =>
  new ReadableStream({
    type: 'bytes',
    start(c) {
      globalThis.c = c;
    },
  });
t('byte enqueue nothing', () => {
  bs();
  c.enqueue();
});
t('byte enqueue str', () => {
  bs();
  c.enqueue('x');
});
t('byte enqueue 0', () => {
  bs();
  c.enqueue(new Uint8Array(0));
});
t('byte enqueue 0b', () => {
  bs();
  c.enqueue(new Uint8Array(new ArrayBuffer(0)));
});
t('byte enqueue det', () => {
  bs();
  const u = new Uint8Array(3);
  u.buffer.transfer();
  c.enqueue(u);
});
t('byte enqueue closed', () => {
  bs();
  c.close();
  c.enqueue(new Uint8Array(1));
});
t('byte close closed', () => {
  bs();
  c.close();
  c.close();
});
t('byte enqueue errored', () => {
  bs();
  c.error(1);
  c.enqueue(new Uint8Array(1));
});
t('byte this', () => ReadableByteStreamController.prototype.enqueue.call({}));
t('byte byobRequest this', () =>
  Object.getOwnPropertyDescriptor(ReadableByteStreamController.prototype, 'byobRequest').get.call({}),
);
t('byob view this', () => Object.getOwnPropertyDescriptor(ReadableStreamBYOBRequest.prototype, 'view').get.call({}));
t('byob respond this', () => ReadableStreamBYOBRequest.prototype.respond.call({}));
t('byob respondnv this', () => ReadableStreamBYOBRequest.prototype.respondWithNewView.call({}));
const br = () => bs().getReader({ mode: 'byob' });
t('byob read nothing', () => br().read());
t('byob read 1', () => br().read(1));
t('byob read 0', () => br().read(new Uint8Array(0)));
t('byob read 0b', () => br().read(new Uint8Array(new ArrayBuffer(0))));
t('byob read 0c', () => br().read(new Uint8Array(new ArrayBuffer(3), 0, 0)));
t('byob read det', () => {
  const u = new Uint8Array(3);
  u.buffer.transfer();
  return br().read(u);
});
t('byob read sab', () => br().read(new Uint8Array(new SharedArrayBuffer(2))));
t('byob min 0', () => br().read(new Uint8Array(2), { min: 0 }));
t('byob min 3', () => br().read(new Uint8Array(2), { min: 3 }));
t('byob min 3 dv', () => br().read(new DataView(new ArrayBuffer(2)), { min: 3 }));
t('byob min x', () => br().read(new Uint8Array(2), { min: 'x' }));
t('byob opt 1', () => br().read(new Uint8Array(2), 1));
t('byob read this', () => ReadableStreamBYOBReader.prototype.read.call({}));
t('byob read released', () => {
  const r = br();
  r.releaseLock();
  return r.read(new Uint8Array(1));
});
t('byob respond nothing', () => {
  const r = br();
  r.read(new Uint8Array(2));
  c.byobRequest.respond();
});
t('byob respond 0', () => {
  const r = br();
  r.read(new Uint8Array(2));
  c.byobRequest.respond(0);
});
t('byob respond 3', () => {
  const r = br();
  r.read(new Uint8Array(2));
  c.byobRequest.respond(3);
});
t('byob respond closed 1', () => {
  const r = br();
  r.read(new Uint8Array(2));
  const q = c.byobRequest;
  c.close();
  q.respond(1);
});
t('byob respond twice', () => {
  const r = br();
  r.read(new Uint8Array(2));
  const q = c.byobRequest;
  q.respond(1);
  q.respond(1);
});
t('byob respond nv nothing', () => {
  const r = br();
  r.read(new Uint8Array(2));
  const q = c.byobRequest;
  q.respondWithNewView();
});
t('byob respond nv twice', () => {
  const r = br();
  r.read(new Uint8Array(2));
  const q = c.byobRequest;
  q.respond(1);
  q.respondWithNewView(new Uint8Array(1));
});
t('byob respond nv det', () => {
  const r = br();
  r.read(new Uint8Array(2));
  const q = c.byobRequest;
  const u = new Uint8Array(2);
  u.buffer.transfer();
  q.respondWithNewView(u);
});
t('byob respond nv 0', () => {
  const r = br();
  r.read(new Uint8Array(2));
  const q = c.byobRequest;
  q.respondWithNewView(new Uint8Array(0));
});
t('byob respond nv off', () => {
  const r = br();
  r.read(new Uint8Array(2));
  const q = c.byobRequest;
  q.respondWithNewView(new Uint8Array(q.view.buffer, 1, 1));
});
t('byob respond nv size', () => {
  const r = br();
  r.read(new Uint8Array(2));
  const q = c.byobRequest;
  q.respondWithNewView(new Uint8Array(3));
});
t('byob respond nv closed', () => {
  const r = br();
  r.read(new Uint8Array(2));
  const q = c.byobRequest;
  c.close();
  q.respondWithNewView(new Uint8Array(2));
});
const WP = WritableStream.prototype;
t('WS null', () => new WritableStream(null));
t('WS 1', () => new WritableStream(1));
t('WS type', () => new WritableStream({ type: 'x' }));
t('WS type undefined', () => new WritableStream({ type: null }));
t('WS write 1', () => new WritableStream({ write: 1 }));
t('WS close 1', () => new WritableStream({ close: 1 }));
t('WS abort 1', () => new WritableStream({ abort: 1 }));
t('WS strategy', () => new WritableStream({}, { highWaterMark: -1 }));
t('WS locked this', () => Object.getOwnPropertyDescriptor(WP, 'locked').get.call({}));
t('WS abort this', () => WP.abort.call({}));
t('WS getWriter this', () => WP.getWriter.call({}));
const ws = () =>
  new WritableStream({
    start(c) {
      globalThis.wc = c;
    },
  });
t('WS abort locked', () => {
  const w = ws();
  w.getWriter();
  return w.abort();
});
t('WS close locked', () => {
  const w = ws();
  w.getWriter();
  return w.close();
});
t('WS close closed', () => {
  const w = ws();
  w.close();
  return w.close();
});
t('WS getWriter locked', () => {
  const w = ws();
  w.getWriter();
  return w.getWriter();
});
t('writer nothing', () => new WritableStreamDefaultWriter());
t('writer locked', () => {
  const w = ws();
  w.getWriter();
  return new WritableStreamDefaultWriter(w);
});
for (const k of ['closed', 'desiredSize', 'ready'])
  t('writer ' + k + ' this', () =>
    Object.getOwnPropertyDescriptor(WritableStreamDefaultWriter.prototype, k).get.call({}),
  );
for (const k of ['abort', 'close', 'write', 'releaseLock'])
  t('writer ' + k + ' this', () => WritableStreamDefaultWriter.prototype[k].call({}));
for (const k of ['closed', 'desiredSize', 'ready'])
  t('writer ' + k + ' released', () => {
    const w = ws().getWriter();
    w.releaseLock();
    return w[k];
  });
for (const k of ['abort', 'close', 'write', 'releaseLock'])
  t('writer ' + k + ' released', () => {
    const w = ws().getWriter();
    w.releaseLock();
    return w[k]();
  });
t('writer close twice', () => {
  const w = ws().getWriter();
  w.close();
  return w.close();
});
t('writer write closed', () => {
  const w = ws().getWriter();
  w.close();
  return w.write();
});
t('writer desired errored', () => {
  const w = ws();
  wc.error(1);
  return w.getWriter().desiredSize;
});
t('wc new', () => new WritableStreamDefaultController());
t('wc signal this', () =>
  Object.getOwnPropertyDescriptor(WritableStreamDefaultController.prototype, 'signal').get.call({}),
);
t('wc error this', () => WritableStreamDefaultController.prototype.error.call({}));
const T = () =>
  new TransformStream({
    start(c) {
      globalThis.tc = c;
    },
  });
t('TS null', () => new TransformStream(null));
t('TS 1', () => new TransformStream(1));
t('TS rt', () => new TransformStream({ readableType: 'x' }));
t('TS rt null', () => new TransformStream({ readableType: null }));
t('TS wt', () => new TransformStream({ writableType: 'x' }));
t('TS t 1', () => new TransformStream({ transform: 1 }));
t('TS f 1', () => new TransformStream({ flush: 1 }));
t('TS c 1', () => new TransformStream({ cancel: 1 }));
t('TS ws', () => new TransformStream({}, 1));
t('TS rs', () => new TransformStream({}, {}, 1));
t('TS hw', () => new TransformStream({}, {}, { highWaterMark: -1 }));
for (const k of ['readable', 'writable'])
  t('TS ' + k + ' this', () => Object.getOwnPropertyDescriptor(TransformStream.prototype, k).get.call({}));
t('TSC new', () => new TransformStreamDefaultController());
t('TSC ds this', () =>
  Object.getOwnPropertyDescriptor(TransformStreamDefaultController.prototype, 'desiredSize').get.call({}),
);
for (const k of ['enqueue', 'error', 'terminate'])
  t('TSC ' + k + ' this', () => TransformStreamDefaultController.prototype[k].call({}));
t('TSC enq term', () => {
  T();
  tc.terminate();
  tc.enqueue(1);
});
t('TSC term write', () => {
  const s = T();
  tc.terminate();
  return s.writable.getWriter().write(1);
});
for (const Q of [ByteLengthQueuingStrategy, CountQueuingStrategy]) {
  t('Q nothing', () => new Q());
  t('Q null', () => new Q(null));
  t('Q 1', () => new Q(1));
  t('Q {}', () => new Q({}));
  t('Q hw x', () => new Q({ highWaterMark: 'x' }));
  t('Q size', () => new Q({ highWaterMark: 1 }).size);
  t('Q', () => new Q({ highWaterMark: 1 }));
  t('Q size same', () => [
    new Q({ highWaterMark: 1 }).size === new Q({ highWaterMark: 1 }).size,
    new Q({ highWaterMark: 1 }).size.name,
    new Q({ highWaterMark: 1 }).size.length,
  ]);
}
