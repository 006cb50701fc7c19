'use strict';
// inherits, deprecate, isArray, _extend, toUSVString, system errors, stripVTControlCharacters, aborted.
const util = require('util');
const { show, showSettled, surface } = require('../table');

console.log(surface(util).split('\n').filter((line) => !/^(debounce|throttle|MIME\w+|Text\w+|setTraceSigInt)\b/.test(line)).join('\n'));
function Parent() {}
Parent.prototype.hello = () => 'hello';
function Child() {}
util.inherits(Child, Parent);
show(
  () => new Child().hello(), () => Object.getOwnPropertyDescriptor(Child, 'super_'), () => new Child() instanceof Parent,
  () => util.inherits(), () => util.inherits(Child, null), () => util.inherits(Child, {}),
  () => util.getSystemErrorName(-2), () => util.getSystemErrorName(-99999), () => util.getSystemErrorName(2), () => util.getSystemErrorName('x'),
  () => util.getSystemErrorMessage(-13), () => util.getSystemErrorMessage(-99999), () => util.getSystemErrorMessage(1), () => [...util.getSystemErrorMap()].slice(0, 3),
  () => util.getSystemErrorMap().size, () => util._errnoException(-2, 'open', 'x').message, () => util._exceptionWithHostPort(-111, 'connect', '::1', 80).message,
  () => util.stripVTControlCharacters('\u001b[31mred\u001b[39m'), () => util.stripVTControlCharacters(1), () => util.toUSVString('a\ud800b'), () => util.toUSVString(1),
  () => util.convertProcessSignalToExitCode('SIGTERM'), () => util.convertProcessSignalToExitCode('SIGNOPE'),
  () => util.transferableAbortController(), () => util.transferableAbortSignal(1), () => util.debuglog('nothing').enabled, () => util.debuglog('nothing')('x'),
  () => util.debug === util.debuglog, () => util.parseEnv(1), () => util.markPromiseAsHandled(1),
);

process.on('warning', (warning) => console.log(warning.name, warning.code, warning.message));
const old = util.deprecate(function old(a, b) { return [this?.x, a, b]; }, 'old is old', 'DEP_OLD');
class Shape { constructor() { this.sides = new.target.name; } static make() { return 'made'; } }
const OldShape = util.deprecate(Shape, 'Shape is old');
show(
  () => [old.name, old.length], () => old.call({ x: 1 }, 2, 3), () => old(4), () => util.deprecate(() => 'same code', 'other words', 'DEP_OLD')(),
  () => new OldShape() instanceof Shape, () => OldShape.make(), () => util.deprecate(() => {}, 'm', 1), () => util.isArray([]), () => util._extend({ a: 1 }, { b: 2 }),
  () => util._extend({ a: 1 }, null),
);
(async () => {
  await showSettled(() => util.aborted(1), () => util.aborted(AbortSignal.abort()), () => util.aborted(AbortSignal.abort(), {}));
  const controller = new AbortController();
  const resource = { held: true };
  const waiting = util.aborted(controller.signal, resource).then(() => console.log('aborted', resource.held));
  controller.abort();
  await waiting;
})();
