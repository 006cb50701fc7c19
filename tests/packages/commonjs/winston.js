// Loggers with levels, formats, several transports, children and a transport of one's own.
const winston = require('winston');
const Transport = require('winston-transport');
const { Writable } = require('stream');
const { combine, label, printf, json, splat, errors, simple, uncolorize, colorize } = winston.format;

class Memory extends Transport {
  lines = [];
  log(info, callback) {
    this.lines.push(`${info.level}: ${info.message}`);
    setImmediate(() => this.emit('logged', info));
    callback();
  }
}
const memory = new Memory({ level: 'warn' });
const texts = [];
const logger = winston.createLogger({
  level: 'debug',
  defaultMeta: { service: 'shop' },
  format: combine(errors({ stack: false }), splat(), label({ label: 'main' }), winston.format((info) => (info.secret ? false : info))()),
  transports: [
    new winston.transports.Console({ format: printf(({ level, message, label: from, service }) => `[${from}/${service}] ${level} ${message}`) }),
    new winston.transports.Stream({ stream: new Writable({ write(chunk, _, done) { texts.push(String(chunk).trim()); done(); } }), format: json() }),
    memory,
  ],
});
logger.info('hello %s %d', 'world', 42, { extra: true });
logger.warn('careful');
logger.log({ level: 'error', message: 'broken', code: 7 });
logger.error(new Error('an error object'));
logger.silly('never shown');
logger.info('hidden', { secret: true });
logger.child({ request: 'r1' }).debug('from the child');
const painted = winston.createLogger({ format: combine(colorize(), uncolorize(), simple()), transports: [new winston.transports.Console({ stderrLevels: ['error'] })] });
painted.error('to standard error');
painted.info('to standard output', { a: 1 });
logger.on('finish', () => {
  console.log(memory.lines);
  console.log(texts.join('\n'));
  console.log(logger.isDebugEnabled(), Object.keys(winston.config.npm.levels).join());
});
logger.end();
