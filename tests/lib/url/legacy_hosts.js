'use strict';
// url.parse: which characters a host may contain, which are dropped, which end it.

const { parse } = require('url');

for (let code = 0; code < 0x100; code++) {
  const letter = String.fromCharCode(code);
  let parts;
  try {
    const { hostname, pathname, auth, search, hash } = parse(`http://a${letter}b/p`);
    parts = [hostname, pathname, auth, search, hash];
  } catch (error) {
    parts = error.code;
  }
  console.log(code, JSON.stringify(parts), JSON.stringify(parse(`${letter}http://a/p${letter}`).href));
}
