// Emitters, streams and pipelines.
const say = (text) => console.log(text);
const { Readable, Writable, Transform, PassThrough, pipeline, finished } = require('stream');
const EventEmitter = require('events');
const emitter = new EventEmitter();
const listener = (...args) => say('heard ' + args.length);
emitter.on('event', listener).once('event', () => say('once')).prependListener('event', () => say('first'));
emitter.emit('event', 1, 2, 3, 4, 5);
emitter.off('event', listener);
say(emitter.emit('event') + ' ' + emitter.listenerCount('event') + ' ' + emitter.eventNames().length);
emitter.removeAllListeners();

let n = 0;
const source = new Readable({ highWaterMark: 8, read() { this.push(n++ < 5 ? 'chunk ' + n + '\n' : null); } });
const upper = new Transform({ transform(chunk, encoding, callback) { callback(null, 'changed ' + chunk.latin1Slice()); }, flush(callback) { callback(null, 'end\n'); } });
let text = '';
const sink = new Writable({ highWaterMark: 4, decodeStrings: false, defaultEncoding: 'latin1', write(chunk, encoding, callback) { text += chunk; setImmediate(callback); }, final(callback) { say('final'); callback(); } });
pipeline(source, upper, new PassThrough(), sink, (error) => {
  say('pipeline ' + (error ? error.message : 'done'));
  say(text.length);
  objects();
});
function objects() {
  const readable = new Readable({ objectMode: true, read() {} });
  const writable = new Writable({ objectMode: true, writev(chunks, callback) { say('writev ' + chunks.length); callback(); }, write(chunk, encoding, callback) { say('object ' + chunk.n); callback(); } });
  readable.on('data', (value) => say('data ' + value.n)).on('end', () => say('end')).on('close', () => say('close'));
  readable.push({ n: 1 });
  readable.push({ n: 2 });
  readable.push(null);
  writable.cork();
  writable.write({ n: 1 });
  writable.write({ n: 2 });
  writable.uncork();
  writable.end({ n: 3 });
  finished(writable, (error) => { say('finished ' + error); iterate(); });
}
async function iterate() {
  const readable = new Readable({ encoding: 'utf8', read() { this.push('héllo'); this.push(null); } });
  for await (const chunk of readable) say('iterated ' + chunk);
  const broken = new Readable({ read() { this.destroy(new Error('broken')); } });
  pipeline(broken, new PassThrough(), (error) => say('failed ' + error.message));
}
