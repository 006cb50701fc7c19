// Worker threads: messages, ports, errors and exits. A worker is changed like the main thread.
const say = (text) => console.log(text);
const { Worker, isMainThread, parentPort, workerData, MessageChannel, receiveMessageOnPort } = require('worker_threads');
if (isMainThread) {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ n: 1, list: [1, 'two', new Date(0)], map: new Map([['key', new Set([1])]]) });
  say(receiveMessageOnPort(port2).message.map.get('key').size);
  port1.close();
  const worker = new Worker(__filename, { workerData: { word: 'given' }, stdout: true });
  let text = '';
  worker.stdout.on('data', (chunk) => { text += chunk.latin1Slice(0, chunk.length); });
  worker.on('message', (message) => {
    say('message ' + message.word + ' ' + message.bytes.length);
    worker.postMessage('answer');
  });
  worker.on('error', (error) => say('error ' + error.name + ' ' + error.message));
  worker.on('exit', (code) => { say('exit ' + code); say('written ' + text); });
} else {
  const bytes = new Uint8Array([1, 2, 3]);
  parentPort.on('message', (message) => {
    console.log('got ' + message);
    setTimeout(() => { throw new RangeError('in the worker'); }, 1);
  });
  parentPort.postMessage({ word: workerData.word, bytes }, [bytes.buffer]);
}
