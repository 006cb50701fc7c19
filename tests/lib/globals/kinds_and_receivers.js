'use strict';
// fetch is no async function, and the accessors of a QuotaExceededError check their receiver.
console.log(Object.getPrototypeOf(fetch) === Function.prototype, fetch.length, fetch.name, fetch('nowhere:') instanceof Promise);
for (const name of ['quota', 'requested']) {
  try {
    Object.getOwnPropertyDescriptor(QuotaExceededError.prototype, name).get.call({});
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
process.on('unhandledRejection', (error) => console.log(error.name, error.message));
