'use strict';
const path = require('path');
const { eight } = require('./fixtures/eight.js');

const folders = eight((index) => `/home/user/project${index}/src`);
const files = folders.map((folder) => `${folder}/lib/index.test.js`);
const untidy = eight((index) => `/home//user/./project${index}/../other/./src//index.js`);
const parsed = files.map((file) => path.parse(file));
const drives = eight((index) => `C:\\users\\me${index}`);

exports.calls = {
  join: (turn) => path.join(folders[turn & 7], 'lib', 'index.js'),
  'join with ..': (turn) => path.join(folders[turn & 7], '../lib', './index.js'),
  'normalize a tidy path': (turn) => path.normalize(files[turn & 7]),
  'normalize an untidy path': (turn) => path.normalize(untidy[turn & 7]),
  'resolve an absolute path': (turn) => path.resolve(folders[turn & 7], 'lib', 'index.js'),
  'resolve from the working directory': (turn) => path.resolve('lib', parsed[turn & 7].base),
  dirname: (turn) => path.dirname(files[turn & 7]),
  basename: (turn) => path.basename(files[turn & 7]),
  'basename without extension': (turn) => path.basename(files[turn & 7], '.js'),
  extname: (turn) => path.extname(files[turn & 7]),
  parse: (turn) => path.parse(files[turn & 7]),
  format: (turn) => path.format(parsed[turn & 7]),
  relative: (turn) => path.relative(folders[turn & 7], files[(turn + 1) & 7]),
  isAbsolute: (turn) => path.isAbsolute(turn & 1 ? files[turn & 7] : 'lib'),
  'win32.join': (turn) => path.win32.join(drives[turn & 7], '..', 'src'),
  'win32.parse': (turn) => path.win32.parse(drives[turn & 7]),
  matchesGlob: (turn) => path.matchesGlob(files[turn & 7], '/home/**/*.test.js'),
};
