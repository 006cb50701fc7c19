'use strict';
// Each date is made after the change; the callbacks are there because the plain way into the engine reads the zone anew
// only at the next one.
const zones = ['America/New_York', 'Asia/Kolkata', 'Europe/Paris', 'Asia/Tokyo', 'UTC', 'Pacific/Auckland'];

function show(zone) {
  const date = new Date(0);
  console.log(zone, date.toString(), date.getHours(), date.getTimezoneOffset(), date.toLocaleString('en-GB'));
  console.log(new Date(2024, 6, 1, 12).toISOString(), Date.parse('2024-01-15T00:00:00'), new Date(2024, 6, 1).getTimezoneOffset());
  console.log(new Intl.DateTimeFormat('en-US', { timeStyle: 'long' }).format(0));
}

function next(index) {
  if (index === zones.length) return finish();
  process.env.TZ = zones[index];
  setImmediate(() => {
    show(zones[index]);
    next(index + 1);
  });
}

function finish() {
  Object.defineProperty(process.env, 'TZ', { value: 'Asia/Tokyo', writable: true, enumerable: true, configurable: true });
  setImmediate(() => {
    show('defined');
    setTimeout(() => {
      process.env.TZ = 'America/New_York';
      Promise.resolve().then(() => setImmediate(show, 'from a timer'));
    }, 1);
  });
}

next(0);
