'use strict';
const util = require('util');
const head = (text, count = 2) => text.split('\n').slice(0, count).map((line) => line.replace(/\(?\/.*\/(errors-thrown\.js):\d+:\d+\)?/, '$1')).join('\n');
function thrower() { throw new TypeError('from a function'); }
try { thrower(); } catch (error) { console.log(head(util.inspect(error))); console.log(head(util.inspect({ error }), 3)); console.log(head(util.inspect([[error]]), 3)); }
class Validation extends Error { constructor(message, field) { super(message); this.field = field; } }
try { throw new Validation('bad', 'name'); } catch (error) { const text = util.inspect(error); console.log(head(text, 1), text.endsWith("{\n  field: 'name'\n}")); }
try { JSON.parse('{'); } catch (error) { console.log(error instanceof SyntaxError, util.inspect(error).startsWith('SyntaxError: ')); }
try { null.x; } catch (error) { console.log(util.inspect(error).split('\n')[0]); }
try { undefinedName; } catch (error) { console.log(util.inspect(error).split('\n')[0]); }
try { thrower.call.call(1); } catch (error) { console.log(util.inspect(error).startsWith('TypeError: ')); }
const cause = new Error('inner');
console.log(util.inspect(new Error('outer', { cause })).split('\n').filter((line) => /outer|inner/.test(line)));
console.log(util.inspect(new AggregateError([new Error('one'), new TypeError('two')], 'all')).split('\n').filter((line) => !/^ +at /.test(line)));
console.log(util.format('%s', new Error('by %s')).split('\n')[0], util.format('%o', new Error('by %o')).split('\n')[0]);
console.log(Object.keys(new Error('x')), util.inspect(new Error('x'), { showHidden: true }).split('\n').slice(-4).map((line) => line.trim().replace(/^at .*/, 'at')));
Error.stackTraceLimit = 0;
console.log(new Error('no frames'), [new RangeError('none')], { e: Object.assign(new Error('props'), { code: 'E' }) });
