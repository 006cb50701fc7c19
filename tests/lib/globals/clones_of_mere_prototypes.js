'use strict';
// structuredClone goes by what an object is, not by its prototype.
for (const Class of [Blob, File, DOMException, QuotaExceededError, ReadableStream, AbortSignal, TransformStream]) {
  const object = Object.assign(Object.create(Class.prototype), { own: 1 });
  const copy = structuredClone(object);
  console.log(Class.name, { ...copy }, copy instanceof Class);
}
for (const original of [new DOMException('a', 'DataCloneError'), new QuotaExceededError('b', { quota: 1, requested: 2 })]) {
  const copy = structuredClone(structuredClone(original));
  console.log(copy.constructor.name, copy.name, copy.message, copy.code, copy.quota, copy.requested, copy.stack === original.stack);
}
