'use strict';
// node:inspector while nothing is attached.
const inspector = require('inspector');
const promises = require('inspector/promises');
const EventEmitter = require('events');
const { show, showSettled } = require('../table');

console.log(Object.keys(inspector), Object.keys(promises));
console.log(Object.getOwnPropertyNames(inspector.Session.prototype));
console.log(new inspector.Session() instanceof EventEmitter, new promises.Session() instanceof inspector.Session);
for (const part of ['console', 'Network', 'NetworkResources', 'DOMStorage']) {
  console.log(part, Object.entries(inspector[part]).map(([name, fn]) => `${name}/${fn.length}`).join(' '), inspector[part] === promises[part]);
}
const session = new inspector.Session();
show(
  () => inspector.url(), () => inspector.close(), () => inspector.waitForDebugger(), () => inspector.Session(),
  () => session.post('Runtime.enable'), () => session.post('Runtime.enable', () => {}), () => session.post(), () => session.post(5),
  () => session.post('x', 5), () => session.post('x', {}, 5), () => session.disconnect(), () => session.connectToMainThread(),
  () => inspector.console.log('nobody sees it'), () => inspector.console.assert(false), () => Object.keys(inspector.console.context('name')).length,
  () => inspector.Network.requestWillBeSent({}), () => inspector.DOMStorage.registerStorage(),
);
showSettled(() => new promises.Session().post('Runtime.enable'), () => new promises.Session().post(5));
