'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

async function none() { log('in none'); }
async function value() { return 5; }
async function nested() { log('in nested'); return value(); }
const arrow = async () => 7;
const object = { async method() { log('in method'); } };
class Thing { async of() { return this; } static async make() { return new Thing(); } }
none();
log('called none');
value();
arrow();
object.method();
new Thing().of();
Thing.make();
nested();
log('end');
