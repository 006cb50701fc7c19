'use strict';
const cluster = require('node:cluster');

if (cluster.isPrimary) {
  console.log(Object.keys(cluster).filter((name) => !name.startsWith('_')));
  console.log(cluster.isMaster, cluster.isWorker, cluster.worker, cluster.schedulingPolicy, cluster.SCHED_NONE, cluster.SCHED_RR);
  console.log(cluster.settings, cluster.workers, require('cluster') === cluster);
  console.log(cluster.setupPrimary === cluster.setupMaster, cluster.fork.length, cluster.disconnect.length, cluster.Worker.length);
  console.log(Object.getOwnPropertyNames(cluster.Worker.prototype));
  const bare = cluster.Worker({ id: 7.9, state: 'resting' });
  console.log(bare instanceof cluster.Worker, bare instanceof require('events'), bare.id, bare.state, bare.process);
  console.log(new cluster.Worker(null).id, new cluster.Worker().state);
  const worker = cluster.fork({ GIVEN: 'by the primary' });
  console.log(worker.id, worker.state, worker.exitedAfterDisconnect, worker.isConnected(), worker.isDead());
  console.log(Object.keys(cluster.workers), cluster.workers[1] === worker);
  worker.on('message', (message) => console.log(message));
  worker.on('exit', () => console.log(worker.state, worker.exitedAfterDisconnect, worker.isConnected(), worker.isDead()));
} else {
  const { worker } = cluster;
  process.send({
    names: Object.keys(cluster).filter((name) => !name.startsWith('_')),
    who: [cluster.isMaster, cluster.isPrimary, cluster.isWorker, worker.id, worker.state, worker.process === process],
    absent: [typeof cluster.fork, typeof cluster.workers, typeof process.env.NODE_UNIQUE_ID],
    env: process.env.GIVEN,
    states: [worker.isConnected(), worker.isDead(), String(worker.exitedAfterDisconnect)],
  }, () => worker.disconnect());
}
