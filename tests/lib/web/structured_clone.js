'use strict';
// structuredClone: what is copied, what is handed over, what is refused.

function t(label, f) {
  try {
    console.log(label, '=>', f());
  } catch (e) {
    console.log(label, '=> throws', e.constructor.name, e.name, e.code, e.message);
  }
}
t('none', () => structuredClone());
t('opt 1', () => structuredClone(1, 1));
t('opt tr 1', () => structuredClone(1, { transfer: 1 }));
t('opt null', () => structuredClone(1, null));
t('tr null', () => structuredClone(1, { transfer: null }));
t('tr bad', () => structuredClone(1, { transfer: [1] }));
t('tr bad2', () => structuredClone(1, { transfer: [{}] }));
t('tr dup', () => {
  const a = new ArrayBuffer(1);
  structuredClone(a, { transfer: [a, a] });
});
t('tr det', () => {
  const a = new ArrayBuffer(1);
  a.transfer();
  structuredClone(a, { transfer: [a] });
});
t('det', () => {
  const a = new ArrayBuffer(1);
  a.transfer();
  structuredClone(a);
});
t('det view', () => {
  const a = new Uint8Array(1);
  a.buffer.transfer();
  structuredClone(a);
});
t('port', () => structuredClone(new MessageChannel().port1));
t('port tr', () => {
  const p = new MessageChannel().port1;
  const q = structuredClone(p, { transfer: [p] });
  return [q === p, q.constructor.name];
});
t('mc', () => structuredClone(new MessageChannel()));
for (const [n, f] of Object.entries({
  Event: () => new Event('x'),
  CustomEvent: () => new CustomEvent('x'),
  EventTarget: () => new EventTarget(),
  AbortSignal: () => AbortSignal.abort(),
  AbortController: () => new AbortController(),
  TextEncoder: () => new TextEncoder(),
  TextDecoder: () => new TextDecoder(),
  URL: () => new URL('http://x'),
  URLSP: () => new URLSearchParams('a=1'),
  Blob: () => new Blob(['x']),
  File: () => new File(['x'], 'n', { type: 't/x', lastModified: 5 }),
  DOMException: () => new DOMException('m', 'AbortError'),
  Quota: () => new QuotaExceededError('m'),
  crypto: () => crypto,
  performance: () => performance,
  navigator: () => navigator,
  ME: () => new MessageEvent('x'),
  buf: () => Buffer.from('abc'),
  timeout: () => {
    const t = setTimeout(() => {}, 1);
    return t;
  },
  err: () => new RangeError('m', { cause: 1 }),
  custom: () =>
    new (class Foo {
      a = 1;
      #b = 2;
    })(),
  sym: () => Object(Symbol('x')),
  big: () => Object(3n),
  date: () => new Date(NaN),
  re: () => /x/gi,
  arr: () => [1, , 3],
  map: () => new Map([[1, {}]]),
  gen: () => (function* () {})(),
  args: () =>
    (function () {
      return arguments;
    })(1, 2),
  wm: () => new WeakRef({}),
  fr: () => new FinalizationRegistry(() => {}),
  math: () => Math,
  json: () => JSON,
  intl: () => new Intl.NumberFormat(),
  getter: () => ({
    get a() {
      return 5;
    },
  }),
  nul: () => Object.create(null),
  fn: () => ({ f() {} }),
  sab: () => new SharedArrayBuffer(2),
  rab: () => new ArrayBuffer(2, { maxByteLength: 4 }),
  dv: () => new DataView(new ArrayBuffer(4), 1, 2),
  wasm: () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
  enc: () => new TextEncoderStream(),
  stats: () => require('fs').statSync('/'),
  iter: () => [][Symbol.iterator](),
  mapit: () => new Map().entries(),
  async: () => (async () => {})(),
  cqs: () => new CountQueuingStrategy({ highWaterMark: 1 }),
  ec: () => new (require('events'))(),
}))
  t(n, () => {
    const r = structuredClone(f());
    return r === null || typeof r !== 'object' ? r : [r.constructor?.name, require('util').inspect(r).split('\n')[0]];
  });
t('fh', () => {
  const s = AbortSignal.abort();
  return structuredClone(s, { transfer: [s] }).constructor.name;
});
const e = new Error('boom');
e.extra = 1;
const c = structuredClone(e);
t('err', () => [c.stack === e.stack, c.extra, c.message, Object.getOwnPropertyNames(c)]);
class MyErr extends TypeError {
  constructor(m) {
    super(m);
    this.name = 'MyErr';
  }
}
t('myerr', () => {
  const q = structuredClone(new MyErr('z'));
  return [q.name, q.constructor.name, q instanceof MyErr];
});
const de = structuredClone(new DOMException('m', 'AbortError'));
t('dom', () => [de.name, de.message, de.code, de instanceof DOMException, de.stack.split('\n')[0]]);
t('deep', () => {
  const o = {};
  o.self = o;
  const q = structuredClone(o);
  return q.self === q;
});
t('throwing getter', () =>
  structuredClone({
    get a() {
      throw new TypeError('g');
    },
  }),
);
t('name len', () => [structuredClone.name, structuredClone.length]);
t('resizable view', () => {
  const b = new ArrayBuffer(4, { maxByteLength: 8 });
  const u = new Uint8Array(b);
  const q = structuredClone(u);
  q.buffer.resize(8);
  return [q.length, q.buffer.resizable];
});
process.exit();
