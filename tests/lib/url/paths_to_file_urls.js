'use strict';
// pathToFileURL for both systems, with what a parser would drop or reject.

const { pathToFileURL, fileURLToPath } = require('url');

const attempt = (run) => {
  try {
    return run();
  } catch (error) {
    return `${error.code} ${error.message} ${JSON.stringify(error.input)} ${JSON.stringify(error.base)}`;
  }
};

for (const path of ['/', '//', '/a', '/a/', '/a b ', '/a\0', '/a\x1f', '/a\x1f ', '/a\n\t', '/%41', '/a?b#c', '/[a]^|~', '/"<>`{}', '/é\ud800', '/a/../b', '/\\']) {
  console.log(JSON.stringify(path), pathToFileURL(path).href, attempt(() => JSON.stringify(fileURLToPath(pathToFileURL(path)))));
}
for (const path of [
  'C:\\', 'C:\\a', 'C:\\a\\', 'C:/a/', 'C:\\a b ', 'C:\\a\0', 'C:\\a\x1f', 'C:\\%41?#', 'C:\\[a]^|~', '\\\\server\\share', '\\\\server\\share\\a b', '\\\\server\\',
  '\\\\server', '\\\\', '\\\\\\a', '\\\\?\\UNC\\server\\share\\a', '\\\\a b\\share', '\\\\::1]\\share', '\\\\münchen.de\\share', '\\\\xn--a\\x',
  '\\\\1.2.3.256\\x', '\\\\\ud800\\x', '//server/share/a',
]) {
  console.log(JSON.stringify(path), attempt(() => pathToFileURL(path, { windows: true }).href));
}
