// Headers in a list are checked as others are.
const http = require('http');
const t = (f) => {
  try {
    const r = f();
    console.log('ok', typeof r, JSON.stringify(r && r._header));
    r.on && r.on('error', () => {});
    r.destroy && r.destroy();
    return r;
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
};
for (const h of [
  ['a b', 'x'],
  ['a', 'x\n'],
  [['a b', 'x']],
  [['a', 'x\n']],
  [['a']],
  ['a', undefined],
  [['a', undefined]],
  ['a', ['x', 'y']],
  [['a', ['x', 'y']]],
  [],
  [[]],
  [['a', null]],
  ['a', null],
  ['a', 'b', 'A', 'c'],
]) {
  t(() => http.request({ host: '127.0.0.1', port: 1, headers: h }));
  t(() => {
    const r = new http.ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 });
    r.sendDate = false;
    r.writeHead(200, h);
    return r;
  });
}
