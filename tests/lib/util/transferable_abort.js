'use strict';
// Signals made transferable are sent, and stay usable here; what was sent is aborted some turns later.
const util = require('util');

function show(act) {
  try {
    console.log(act());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

const controller = util.transferableAbortController();
console.log(controller, controller instanceof AbortController, util.transferableAbortSignal(controller.signal) === controller.signal);
show(() => structuredClone(controller.signal));
show(() => structuredClone(controller.signal, { transfer: [controller.signal] }));
show(() => structuredClone(new AbortController().signal));
const unmarked = new AbortController().signal;
show(() => structuredClone(unmarked, { transfer: [unmarked] }));
show(() => structuredClone(controller));
show(() => structuredClone({ controller }, { transfer: [controller.signal] }));
show(() => util.transferableAbortSignal({}));

const done = util.transferableAbortSignal(AbortSignal.abort({ why: 'boom' }));
const copyOfDone = structuredClone(done, { transfer: [done] });
console.log(copyOfDone.aborted, copyOfDone.reason, copyOfDone.reason === done.reason, copyOfDone instanceof AbortSignal);

const copy = structuredClone(controller.signal, { transfer: [controller.signal] });
const second = structuredClone(controller.signal, { transfer: [controller.signal] });
copy.addEventListener('abort', ({ type, target }) => console.log('copy', type, target === copy, copy.reason.message));
second.onabort = () => console.log('second', second.reason.message);
controller.signal.addEventListener('abort', () => console.log('original', copy.aborted));
controller.abort(new RangeError('enough'));
console.log('called', controller.signal.aborted, copy.aborted);
setTimeout(() => console.log('later', copy.aborted), 20);
