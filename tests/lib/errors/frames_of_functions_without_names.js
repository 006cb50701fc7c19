// Functions that the language gives no name have the one that V8 infers.
const place = /\(?[^ ()]*[\\/]([^\\/ ()]+\.js:\d+:\d+)\)?/;
const frame = (at = 0) => new Error('x').stack.split('\n')[at + 2].trim().replace(place, '$1');
const say = (what, ...frames) => console.log(what.padEnd(20), ...frames);

const arrow = () => frame();
const expression = function () { return frame(); };
const asyncArrow = async () => { await null; return frame(); };
let later;
later = () => frame();
say('variables', arrow(), expression(), later());
asyncArrow().then((text) => say('async', text));
(async () => say('async, at once', frame()))();
const either = later && function () { return frame(); };
const chosen = later ? () => frame() : undefined;
let empty;
empty ??= () => frame();
say('operators', either(), chosen(), empty());
const { taken = () => frame() } = {};
function defaults(a = () => frame(), b = function () { return frame(); }) { return [a(), b()]; }
say('defaults', taken(), ...defaults());

exports.e = function () { return frame(); };
module.exports.me = () => frame();
say('exports', exports.e(), module.exports.me());
exports.x = exports.y = function () { return frame(); };
say('chained', exports.x());
const object = {};
object.a = { b: function () { return frame(); } };
object['x y'] = function () { return frame(); };
object.C = class { m() { return frame(); } constructor() { this.c = frame(); } };
say('members', object.a.b(), object['x y'](), new object.C().m(), new object.C().c);
const list = [function () { return frame(); }, () => frame()];
say('elements', list[1]());

say('none', (function () { return frame(); })(), (() => frame())(), [1].map(function () { return frame(); })[0]);
say('none', new (function () { this.c = frame(); })().c, (function () { return frame(); }).call({}));
const pass = (callback) => callback;
const passed = pass(function () { return frame(); });
say('passed', passed(), { p: pass(() => frame()) }.p());
say('returned', (() => () => frame())()());
setTimeout(function tick() { say('timer', frame()); }, 1);
setTimeout(() => {
  say('timer', frame());
  setImmediate(function soon() { say('immediate', frame()); setImmediate(() => say('immediate', frame())); });
}, 2);
