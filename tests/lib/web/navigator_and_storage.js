'use strict';
// navigator, its locks, sessionStorage and QuotaExceededError.

async function attempt(label, action) {
  try {
    console.log(label, '=>', await action());
  } catch (error) {
    console.log(label, '=> throws', error.name, error.code, error.message);
  }
}

(async () => {
  await attempt('Navigator', () => new Navigator());
  console.log(navigator.hardwareConcurrency > 0, Object.isFrozen(navigator.languages), navigator.userAgent, navigator.platform);

  const { locks } = navigator;
  const nothing = () => {};
  await attempt('request', () => locks.request());
  await attempt('request', () => locks.request('a', 1));
  await attempt('hyphen', () => locks.request('-a', nothing));
  await attempt('mode', () => locks.request('a', { mode: 'x' }, nothing));
  await attempt('signal', () => locks.request('a', { signal: AbortSignal.abort() }, nothing));
  await attempt('both', () => locks.request('a', { ifAvailable: true, steal: true }, nothing));
  await attempt('shared', () => locks.request('a', { mode: 'shared', steal: true }, nothing));
  await attempt('held', () => locks.request('z', async (lock) => {
    const { held, pending } = await locks.query();
    const other = await locks.request('z', { ifAvailable: true }, (none) => none);
    return [lock.name, lock.mode, held.length, pending.length, other];
  }));
  const order = [];
  const hold = (name, mode) => locks.request('r', { mode }, async () => {
    order.push(`${name}+`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name}-`);
  });
  await Promise.all([hold('a', 'shared'), hold('b', 'shared'), hold('c', 'exclusive'), hold('d', 'shared')]);
  console.log(order.join(' '));
  const robbed = attempt('robbed', () => locks.request('s', () => new Promise(nothing)));
  await attempt('steal', () => locks.request('s', { steal: true }, () => 'mine'));
  await robbed;

  await attempt('Storage', () => new Storage());
  sessionStorage.a = 1;
  sessionStorage.setItem('b', {});
  console.log(sessionStorage.length, sessionStorage.a, sessionStorage.getItem('x'), sessionStorage.key(0), sessionStorage.key(9));
  console.log('a' in sessionStorage, Object.keys(sessionStorage), delete sessionStorage.a, JSON.stringify(sessionStorage));
  await attempt('getItem', () => sessionStorage.getItem());
  await attempt('setItem', () => sessionStorage.setItem('x'));
  await attempt('quota', () => sessionStorage.setItem('x', 'a'.repeat(20 * 1024 * 1024)));
  sessionStorage.clear();
  console.log(sessionStorage.length);

  const full = new QuotaExceededError('m', { quota: 5, requested: 6 });
  console.log(full.name, full.code, full.quota, full.requested, full instanceof DOMException);
  await attempt('quota', () => new QuotaExceededError('m', { quota: -1 }));
  await attempt('requested', () => new QuotaExceededError('m', { quota: 5, requested: 1 }));
})();
