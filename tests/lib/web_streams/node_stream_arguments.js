'use strict';
// Conversions between web streams and the streams of node:stream: what is accepted, and what is said of the rest.
const { Duplex, PassThrough, Readable, Writable } = require('stream');

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

t('R.toWeb 1', () => Readable.toWeb(1));
t('R.toWeb {}', () => Readable.toWeb({}));
t('R.toWeb w', () => Readable.toWeb(new Writable()));
t('R.toWeb opts 1', () => Readable.toWeb(new Readable({ read() {} }), 1));
t('R.toWeb strategy 1', () => Readable.toWeb(new Readable({ read() {} }), { strategy: 1 }));
t('R.toWeb type', () => Readable.toWeb(new Readable({ read() {} }), { type: 'x' }));
t('R.toWeb bytes', () => Readable.toWeb(new Readable({ read() {} }), { type: 'bytes' }));
t('R.toWeb bytes obj', () => Readable.toWeb(new Readable({ objectMode: true, read() {} }), { type: 'bytes' }));
t('R.toWeb destroyed', () => {
  const r = new Readable({ read() {} });
  r.destroy();
  return Readable.toWeb(r);
});
t('R.toWeb', () => Readable.toWeb(new Readable({ read() {} })));
t('W.toWeb 1', () => Writable.toWeb(1));
t('W.toWeb r', () => Writable.toWeb(new Readable()));
t('W.toWeb {}', () => Writable.toWeb({}));
t('W.toWeb destroyed', () => {
  const r = new Writable();
  r.destroy();
  return Writable.toWeb(r);
});
t('W.toWeb', () => Writable.toWeb(new Writable()));
t('D.toWeb 1', () => Duplex.toWeb(1));
t('D.toWeb {}', () => Duplex.toWeb({}));
t('D.toWeb r', () => Duplex.toWeb(new Readable()));
t('D.toWeb opts', () => Duplex.toWeb(new PassThrough(), 1));
t('D.toWeb opts type', () => Duplex.toWeb(new PassThrough(), { readableType: 'x' }));
t('D.toWeb bytes', () => Duplex.toWeb(new PassThrough(), { readableType: 'bytes' }));
t('D.toWeb type', () => Duplex.toWeb(new PassThrough(), { type: 'bytes' }));
t('D.toWeb', () => Duplex.toWeb(new PassThrough()));
t('D.toWeb nw', () => Duplex.toWeb(new Duplex({ writable: false, read() {} })));
t('D.toWeb nr', () => Duplex.toWeb(new Duplex({ readable: false, write() {} })));
t('D.toWeb destr', () => {
  const d = new PassThrough();
  d.destroy();
  return Duplex.toWeb(d);
});
t('R.fromWeb 1', () => Readable.fromWeb(1));
t('R.fromWeb opt', () => Readable.fromWeb(new ReadableStream(), 1));
t('R.fromWeb opt', () => Readable.fromWeb(new ReadableStream(), { encoding: 'x' }));
t('R.fromWeb opt', () => Readable.fromWeb(new ReadableStream(), { objectMode: 1 }));
t('R.fromWeb locked', () => {
  const r = new ReadableStream();
  r.getReader();
  Readable.fromWeb(r);
});
t('R.fromWeb', () => {
  const r = Readable.fromWeb(new ReadableStream());
  return [r.constructor.name, r.readableObjectMode, r.readableHighWaterMark];
});
t('W.fromWeb 1', () => Writable.fromWeb(1));
t('W.fromWeb o', () => Writable.fromWeb(new WritableStream(), 1));
t('W.fromWeb ob', () => Writable.fromWeb(new WritableStream(), { objectMode: 1 }));
t('W.fromWeb dec', () => Writable.fromWeb(new WritableStream(), { decodeStrings: 1 }));
t('W.fromWeb', () => {
  const r = Writable.fromWeb(new WritableStream());
  return [r.constructor.name, r.writableObjectMode, r.writableHighWaterMark];
});
t('D.fromWeb 1', () => Duplex.fromWeb(1));
t('D.fromWeb {}', () => Duplex.fromWeb({}));
t('D.fromWeb {r}', () => Duplex.fromWeb({ readable: new ReadableStream() }));
t('D.fromWeb opt', () => Duplex.fromWeb(new TransformStream(), 1));
t('D.fromWeb opt', () => Duplex.fromWeb(new TransformStream(), { objectMode: 1 }));
t('D.fromWeb', () => {
  const r = Duplex.fromWeb(new TransformStream());
  return [r.constructor.name, r.writableObjectMode, r.writableHighWaterMark];
});
