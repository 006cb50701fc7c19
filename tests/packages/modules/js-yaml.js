// YAML read and written: anchors, types of one's own, several documents, errors with a snippet.
import * as yaml from 'js-yaml';

console.log(yaml.load(`
name: test
list: [1, 0x1f, 1.5e3, .inf, ~, yes, true]
nested:
  - &base { a: 1, b: two words }
  - *base
multi: |
  first
    second
folded: >-
  joined
  lines
date: 2001-12-14t21:59:43.10-05:00
"quoted\\u00e9": 'it''s'
`));
console.log(yaml.loadAll('a: 1\n---\nb: 2\n---\n- c\n'));
console.log(yaml.dump({ text: 'multi\nline', quoted: 'yes: no', list: [1, { a: null, b: [] }], number: '007', empty: {} }));
const shared = { x: 1 };
console.log(yaml.dump({ first: shared, second: shared }), yaml.dump([3, [2, [1]]], { flowLevel: 1 }), yaml.dump({ b: 1, a: 2 }, { sortKeys: true }));
try {
  yaml.load('a:\n  - b\n c: [1, 2\n');
} catch (error) {
  console.log(error.name, error.message);
}
console.log(yaml.load('a: 1', { schema: yaml.FAILSAFE_SCHEMA }));
