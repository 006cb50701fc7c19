'use strict';
// A plain file: URL becomes a path without being parsed; what is not plain must be.
const { fileURLToPath } = require('url');

const urls = ['file:///', 'file:///a', 'file:///a/b', 'file:///a//b', 'file:///a/../b', 'file:///a/./b', 'file:///a/.', 'file:///.a',
  'file:///a b', 'file:///a%20b', 'file:///a?x', 'file:///a#x', 'file:///a/', 'file:///C:/x', 'file:///a|b', 'FILE:///a', 'file://h/a',
  'file:///é', 'file:/a', 'file:a', 'file:///a\\b', 'file:///a_b-c.d/e', 'file:///a..b', 'file:///a%2fb', 'file:///a\n/b', 'http:///a'];
for (const url of urls) {
  for (const options of [undefined, { windows: true }]) {
    try {
      console.log(url, options, fileURLToPath(url, options));
    } catch (error) {
      console.log(url, options, error.name, error.code, error.message);
    }
  }
}
