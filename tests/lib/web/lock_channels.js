'use strict';
// What the diagnostics channels of navigator.locks report: granted, not available, failed, stolen.
const { subscribe } = require('diagnostics_channel');

const { locks } = navigator;
for (const event of ['start', 'grant', 'miss', 'end']) {
  subscribe(`locks.request.${event}`, ({ error, ...message }) => console.log(event, message, error?.message));
}
const fail = () => { throw new Error('of the callback'); };

async function main() {
  await locks.request('a', async () => {
    console.log(await locks.request('a', { ifAvailable: true }, (lock) => lock));
    await locks.request('a', { ifAvailable: true }, fail).catch((error) => console.log(error.message));
  });
  await locks.request('b', { mode: 'shared' }, fail).catch((error) => console.log(error.message));
  const { promise, resolve } = Promise.withResolvers();
  const stolen = locks.request('c', () => promise).catch((error) => console.log('stolen', error.name, error.message));
  await undefined;
  console.log(await locks.request('c', { steal: true }, () => 9));
  await stolen;
  resolve();
  const last = locks.request('d', () => console.log('granted at once'));
  console.log('requested');
  await last;
  await locks.request('e', { mode: 'none' }, () => {}).catch((error) => console.log(error.message));
}

main();
