// Node keeps one list per duration: once a list's first timer is due, all of its due timers run.
setTimeout(() => console.log('20 ms, set first'), 20);
setTimeout(() => console.log('30 ms'), 30);
let stop = Date.now() + 15;
while (Date.now() < stop);
setTimeout(() => console.log('20 ms, set 15 ms later, due after the 30 ms one'), 20);
stop = Date.now() + 40;
while (Date.now() < stop);
