'use strict';
// A worker has an environment, arguments and streams of its own, and refuses what would change the process.

const { Worker, isMainThread, threadId, parentPort, workerData, SHARE_ENV } = require('worker_threads');

if (isMainThread) {
  console.log(threadId, parentPort, workerData);
  process.env.FROM_PARENT = 'yes';
  const worker = new Worker(__filename, { argv: ['one', 2], execArgv: [], env: { OWN: 'a', NUMBER: 5 }, stdin: true, stdout: true, name: 'ours' });
  console.log(worker.threadId, worker.threadName, worker.resourceLimits.stackSizeMb);
  worker.stdout.setEncoding('utf8');
  let text = '';
  worker.stdout.on('data', (chunk) => { text += chunk; });
  worker.stdin.end('typed');
  worker.on('message', (message) => console.log(message));
  worker.on('exit', (code) => {
    console.log('exit', code, process.env.OWN, worker.threadId, worker.threadName, worker.resourceLimits);
    setImmediate(() => console.log(JSON.stringify(text)));
  });
} else {
  const refused = {};
  for (const [name, ...args] of [['chdir', '/'], ['abort'], ['umask', 0], ['setuid', 0], ['setgid', 0], ['setgroups', []], ['initgroups', 'a', 1]]) {
    try {
      process[name](...args);
      refused[name] = 'done';
    } catch (error) {
      refused[name] = `${error.name} ${error.code} ${error.message}`;
    }
  }
  process.env.OWN = 'changed';
  parentPort.postMessage({
    refused, argv: process.argv.slice(2), execArgv: process.execArgv, env: [process.env.OWN, process.env.NUMBER, process.env.FROM_PARENT], main: require.main === module,
    threadId, isMainThread, name: require('worker_threads').threadName, umask: typeof process.umask(), disabled: process.chdir.disabled,
  });
  process.stdin.setEncoding('utf8').on('data', (data) => console.log('got', data)).on('end', () => console.log('end'));
}
