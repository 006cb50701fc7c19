'use strict';
// What is said of an object that lacks a private field.
class Own {
  #field = 1;
  static #shared = 1;
  static try(object) {
    const uses = [() => object.#field, () => { object.#field = 2; }, () => object.#shared, () => { object.#field++; }, () => object.#field.a];
    for (const use of uses) {
      try {
        use();
        console.log('fine');
      } catch ({ name, message }) {
        console.log(name, message);
      }
    }
  }
}
for (const object of [{}, new Own(), 5, null]) Own.try(object);

const { onabort } = Object.getOwnPropertyDescriptors(AbortSignal.prototype);
for (const use of [
  () => URL.prototype.toString.call({}), () => URL.prototype.href, () => URL.prototype.search, () => URL.prototype.toJSON.call([]),
  () => onabort.get.call({}), () => onabort.set.call({}, 1), () => Blob.prototype.textStream.call({}),
  () => AbortController.prototype.signal, () => TextEncoderStream.prototype.readable, () => new (class extends URL {})('a:b').href,
]) {
  try {
    console.log(use());
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
console.log(onabort.get.name, onabort.set.name);
