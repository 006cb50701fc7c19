'use strict';
const { promises } = require('dns');
const { address, questionOf, record, serve, text } = require('./server/name_server.js');

let query;
serve({
  records: () => [record('A', 1, address('1.2.3.4'))],
  misbehave: (asked, bytes, answer) => {
    query = bytes;
    return answer;
  },
}, async (port, close) => {
  const resolver = new promises.Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  for (const name of ['', '.', 'A.Example', 'a.x.', 'a..x', '.a', 'a.x..', 'a b.x', 'a_b.x', '*.x', 'a/b.x', 'a@b', 'a\\.b.x', '\\097.x', 'é.x',
    'a\0b.x', `${'x'.repeat(63)}.x`, `${'x'.repeat(64)}.x`, `${'x'.repeat(60)}.`.repeat(4), `${'x'.repeat(60)}.`.repeat(5), 'foo.onion',
    'localhost', '1.2.3.4']) {
    query = undefined;
    const outcome = await resolver.resolve4(name).then((found) => found.join(), ({ code, message }) => `${code} ${message.slice(0, 40)}`);
    console.log(JSON.stringify(name.slice(0, 70)), outcome, query && JSON.stringify(questionOf(query).bytes.toString('latin1', 0, 40)));
  }
  // Recursion is wanted, nothing else is said.
  await resolver.resolveTxt('last.x').catch(() => {});
  console.log(query.subarray(2).toString('hex'), text('').length);
  close();
});
