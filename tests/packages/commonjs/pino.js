// Lines of JSON from pino: levels, children, serializers, redaction; to a stream of one's own and to standard output.
const pino = require('pino');

const lines = [];
const fixed = { base: { app: 'x' }, timestamp: () => ',"time":0' };
const logger = pino({
  ...fixed, level: 'debug', redact: { paths: ['user.password', 'cards[*].number'], censor: '***' },
  serializers: { user: (user) => ({ ...user, name: user.name.toUpperCase() }) },
  formatters: { level: (label) => ({ level: label }) },
}, { write: (line) => lines.push(line) });

logger.info('hello %s, %d', 'world', 5);
logger.debug({ user: { name: 'ada', password: 'x' }, cards: [{ number: 1 }, { number: 2 }] }, 'secrets');
logger.trace('below the level');
const child = logger.child({ request: 7 }, { level: 'warn' });
child.info('not shown');
child.error(new TypeError('wrong'), 'failed');
console.log(lines.slice(0, 2).join('').trim());
const { err, ...rest } = JSON.parse(lines[2]);
console.log(rest, err.type, err.message, err.stack.split('\n')[0]);
console.log(logger.isLevelEnabled('trace'), child.level, child.bindings(), pino.levels.values.fatal);
const direct = pino(fixed, pino.destination({ dest: 1, sync: true }));
direct.warn({ n: 1n, list: [undefined, null] }, 'straight to the file descriptor');
