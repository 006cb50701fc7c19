'use strict';
// path.matchesGlob: every pattern against every path.
const { posix, win32 } = require('path');
const { show } = require('../table');

const paths = ['', 'a', 'a/b', 'a/b/c', 'a.js', '.a', 'a/.b', '/a', '/a/b', 'a/', 'b.js', 'ab', 'abc', 'a/b.js', 'a\\b', 'A', 'foo/bar/baz.js', 'foo.test.js', '[a]', 'a*', '{a}', '!a', '..', '.'];
const patterns = ['', '*', '**', 'a', 'a*', '*.js', 'a/*', 'a/**', '**/a', '**/*.js', 'a/**/c', '?', '??', '[ab]', '[!a]', '[^a]', '[a-c]', '{a,b}', '{a,b}.js', 'a/{b,c}', '*.{js,ts}', '{1..3}', '!a', '+(a|b)', '*(a)',
  '@(a|b)', '?(a)b', '!(a)', '**/**', '/**', '/*', '.*', '*/.b', '\\*', 'a\\*', '[[]a]', '[]a]', '[a', '**a', 'a**', '*/*', '[[:alpha:]]', '{a}', '{a,b/c}', 'foo/**/*.js', '**/.b', './a', '#a', '*a*', 'a\\b'];
for (const pattern of patterns) {
  console.log(pattern, '|', paths.filter((path) => posix.matchesGlob(path, pattern)).join(' '), '|', paths.filter((path) => win32.matchesGlob(path, pattern)).join(' '));
}
show(() => posix.matchesGlob(1, 'a'), () => posix.matchesGlob('a', 1), () => win32.matchesGlob());
