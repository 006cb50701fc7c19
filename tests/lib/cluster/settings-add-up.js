'use strict';
const cluster = require('cluster');

if (cluster.isPrimary) {
  cluster.on('setup', ({ exec, execArgv, ...settings }) => console.log('setup', exec === __filename, settings));
  cluster.setupPrimary({ args: ['one', 'two'] });
  cluster.setupPrimary({ silent: true, serialization: 'advanced' });
  console.log(cluster.settings.args, cluster.settings.silent);
  const worker = cluster.fork({ EXTRA: 'yes' });
  let printed = '';
  worker.process.stdout.setEncoding('utf8').on('data', (text) => { printed += text; });
  worker.process.stdout.on('close', () => console.log('printed', printed.trim()));
  worker.on('message', (message) => {
    console.log('got', message);
    if (message.args) worker.send(new Map([['answer', 42n]]));
  });
} else {
  console.log('quietly');
  process.send({ args: process.argv.slice(2), extra: process.env.EXTRA, big: 12n });
  cluster.worker.on('message', (message) => {
    process.send({ answer: message.get('answer') }, () => cluster.worker.kill());
  });
}
