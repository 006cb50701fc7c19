'use strict';
// Only those that nobody reads or writes, and only if listed; a clone that fails leaves them as they were.
const t = (name, f) => { try { const v = f(); console.log(name, v); } catch (e) { console.log(name, 'threw', e.name, e.code, e.message); } };
const { transferableAbortSignal } = require('util');
for (const S of [ReadableStream, WritableStream, TransformStream]) {
  const s = new S();
  if (S === ReadableStream) s.getReader(); else if (S === WritableStream) s.getWriter(); else s.readable.getReader();
  t('locked ' + S.name, () => structuredClone(s, { transfer: [s] }));
  const u = new S();
  t('unlisted', () => structuredClone(u));
  t('ok', () => structuredClone({ u }, { transfer: [u] }));
  t('locked after', () => u.locked ?? [u.readable.locked, u.writable.locked]);
  t('twice', () => structuredClone(u, { transfer: [u] }));
}
t('fail', () => { const r = new ReadableStream(); try { structuredClone({ r, f() {} }, { transfer: [r] }); } catch (e) { console.log(e.message); } return r.locked; });
t('fake', () => { const r = Object.create(ReadableStream.prototype); return structuredClone(r, { transfer: [r] }); });
t('fake2', () => { const r = Object.create(ReadableStream.prototype); return structuredClone(r); });
t('signal', () => { const r = transferableAbortSignal(new AbortController().signal); return structuredClone(r); });
t('signal2', () => { const r = (new AbortController().signal); return structuredClone(r, { transfer: [r] }); });
t('byob', () => { const r = new ReadableStream({ type: 'bytes' }); return structuredClone(r, { transfer: [r] }); });
t('reader', () => structuredClone(new ReadableStream().getReader()));
