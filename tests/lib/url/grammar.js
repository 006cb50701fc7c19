'use strict';
// Every combination of a protocol, slashes, a host and a path: the standard's parser, the older one, and both relative.
const url = require('url');

const outcome = (fn) => {
  try {
    return JSON.stringify(fn());
  } catch (error) {
    return `${error.code}: ${error.message}`;
  }
};
const parts = ({ href, origin, username, password, host, pathname, search, hash }) =>
  [href, origin, username, password, host, pathname, search, hash];

for (const protocol of ['', 'http:', 'HTTP:', 'file:', 'javascript:', 'mailto:', 'x-y+z:']) {
  for (const slashes of ['', '/', '//', '\\\\']) {
    for (const host of ['', 'A.com', 'user:pa ss@h:81', 'u@v@w', '[::1]', '[::1', '0x7f.1', 'münchen.de', 'a*b:c', 'h:99999', '%41']) {
      for (const path of ['', '/a/../b/./c', '/ü?q=a b#ü', '?x=1&y=a b', '/"<>`{}|^\\x']) {
        const text = protocol + slashes + host + path;
        console.log(text);
        console.log('  standard', outcome(() => parts(new URL(text))), outcome(() => new URL(text, 'http://b.org:81/d/e?f#g').href));
        console.log('  older   ', outcome(() => Object.values(url.parse(text))));
        console.log('  resolved', outcome(() => url.resolve('http://u:p@b.org:81/d/e?f#g', text)), outcome(() => url.resolve(text, '../x?y')));
      }
    }
  }
}
