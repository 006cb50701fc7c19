'use strict';
// What a server may get wrong: each name is a way. The number of queries shows how the answer was treated.
const { promises } = require('dns');
const { address, name, questionOf, record, reply, serve, u16 } = require('./server/name_server.js');

const good = [record('A', 1, address('1.2.3.4')), record('A', 1, address('1.2.3.5'))];
const asked = {};
const ways = {
  silent: () => null,
  'silent-once': (query, answer) => (asked['silent-once.x'] < 2 ? null : answer),
  'too-few-answers': (query) => reply(query, good, { count: 9 }),
  'points-nowhere': (query) => reply(query, [record('CNAME', 1, Buffer.from([0xc0, 0xff]))]),
  'points-to-itself': (query, answer) => reply(query, [record('CNAME', 1, Buffer.from([0xc0, 12 + questionOf(query).bytes.length + 12]))]),
  'short-address': (query) => reply(query, [record('A', 1, Buffer.from([1, 2, 3]))]),
  garbage: (query) => Buffer.concat([query.subarray(0, 2), Buffer.from('garbage')]),
  'more-than-a-message': (query, answer) => Buffer.concat([answer, Buffer.from('more')]),
  'no-response-bit': (query) => reply(query, good, { flags: 0x100 }),
  'no-question': (query) => Buffer.concat([query.subarray(0, 2), u16(0x8180, 0, 1, 0, 0), record('A', 1, address('1.1.1.1'), { owner: 'x' })]),
  'in-capitals': (query, answer) => {
    const capitals = Buffer.from(answer.subarray(12, answer.indexOf(0, 12)).latin1Slice().toUpperCase(), 'latin1');
    capitals.copy(answer, 12);
    return answer;
  },
  'other-number': (query, answer) => {
    answer[0] ^= 1;
    return answer;
  },
  'other-question': (query) => reply(query, [], { question: Buffer.concat([name('other.x'), u16(1, 1)]) }),
  'too-long-for-udp': (query, answer, isTcp) => (isTcp ? answer : reply(query, [], { flags: 0x8380 })),
  ...Object.fromEntries(Array.from({ length: 11 }, (_, code) => [`code-${code + 1}`, (query) => reply(query, [], { flags: 0x8181 + code })])),
  'code-0': (query) => reply(query, []),
};

serve({
  records: () => good,
  misbehave: (full, query, answer, isTcp) => {
    asked[full] = (asked[full] ?? 0) + 1;
    return ways[full.split('.')[0]](query, answer, isTcp);
  },
}, async (port, close) => {
  // Only those that get no answer are worth a short wait: on a busy machine the others would be asked again as well.
  const unanswered = ['silent', 'silent-once', 'other-number', 'other-question'];
  const [quick, patient] = [200, 20_000].map((timeout) => {
    const resolver = new promises.Resolver({ timeout, tries: 2 });
    resolver.setServers([`127.0.0.1:${port}`]);
    return resolver;
  });
  for (const way of Object.keys(ways)) {
    const full = `${way}.x`;
    const resolver = unanswered.includes(way) ? quick : patient;
    const outcome = await resolver.resolve4(full).then((found) => found.join(), ({ message }) => message);
    console.log(full, outcome, 'asked', asked[full], asked[full] === 1 ? 'time' : 'times');
  }
  close();
});
