'use strict';
// promisify and callbackify.
const util = require('util');
const { show, showSettled } = require('../table');

function original(a, b, callback) { callback(a === 'fail' ? new Error('failed') : null, a, b); }
original.extra = 1;
const promised = util.promisify(original);
show(
  () => promised, () => [promised.name, promised.length, promised.extra], () => util.promisify(promised) === promised, () => util.promisify.custom,
  () => Object.getOwnPropertySymbols(promised), () => util.promisify(1), () => util.promisify({}),
  () => util.promisify(Object.assign(() => {}, { [util.promisify.custom]: 1 })),
  () => util.promisify(Object.assign(() => {}, { [util.promisify.custom]: () => 'mine' }))(),
  () => util.callbackify(1), () => util.callbackify(async function named(a) { return a; }), () => util.callbackify(async () => {})(),
  () => util.callbackify(async () => {})(1), () => util.callbackify(async (a, b) => a + b).length,
);
(async () => {
  await showSettled(
    () => promised('x', 'y'), () => promised('fail', 1), () => util.promisify((callback) => callback(undefined, 1, 2))(),
    () => util.promisify(function (callback) { callback(null, this); }).call('self'), () => util.promisify(() => { throw new Error('thrown'); })(),
    () => util.promisify(setImmediate)('later'), () => util.promisify(setTimeout)(1, 'in time'),
  );
  util.callbackify(async (v) => v)('value', (error, value) => console.log('callback', error, value));
  util.callbackify(async () => { throw new TypeError('bad'); })((error) => console.log('callback', error.name, error.message));
  for (const reason of [null, 0, undefined, '']) {
    util.callbackify(() => Promise.reject(reason))((error) => console.log(error.message, error.code, error.reason, Object.keys(error)));
  }
  util.callbackify(function () { return Promise.resolve(this.name); }).call({ name: 'receiver' }, (error, value) => console.log(value));
})();
