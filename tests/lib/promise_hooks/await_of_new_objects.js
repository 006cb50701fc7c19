'use strict';
const { hook, log } = require('../promise_events');
hook.enable();

class Job { then(resolve) { log('job'); resolve(5); } }
class Plain {}
async function run() {
  log('result', await new Job);
  log((await new Plain) instanceof Plain);
  throw new Error('end');
}
run().catch((error) => log('caught', error.message));
log('end');
