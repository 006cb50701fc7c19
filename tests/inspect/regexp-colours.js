'use strict';
const util = require('util');
const show = (re) => console.log(JSON.stringify(util.inspect(re, { colors: true })));
for (const re of [/a/, /abc/gi, /(a)(b)/, /(?:x)(?=y)(?!z)(?<=p)(?<!q)/, /(?<name>n)\k<name>/, /[a-z0-9_-]/, /[^\]\\]/, /a{2}b{3,}c{4,5}?/, /^x|y$/m, /\d\w\s\b.\.*x+?/, /\u{1F600}\x41\u0041\p{L}/u, /[\u{41}\p{Lu}\x20-\x7f]/u, /((a(b(c(d(e(f)))))))/, /\1\12(\k)/, /a{/, /{/, /a{,5}/, /[[a]&&[b]]/v, /\//, /[/]/, /(?:)/, /x{1}{/, /\cA\0/, /(?<a>[(])[)]/]) show(re);
console.log(JSON.stringify(util.inspect({ re: /a(b)/g }, { colors: true })));
util.inspect.styles.regexp.colors = ['blue', 'nothing', 'red'];
show(/a(b)[c]/);
util.inspect.styles.regexp = 'red';
show(/a(b)/);
