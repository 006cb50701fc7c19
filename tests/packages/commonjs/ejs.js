// Templates with JavaScript in them: includes, escaping, delimiters, caching, async, errors with a line.
const ejs = require('ejs');
const path = require('path');

console.log(ejs.render('<% for (const user of users) { -%>\n<li><%= user %></li>\n<% } -%>\n<%- html %> <%# comment %> <%% literal', { users: ['A', '<B>'], html: '<i>raw</i>' }));
console.log(ejs.render('[? var x = 1 ?][?= x + 1 ?]', {}, { delimiter: '?', openDelimiter: '[', closeDelimiter: ']' }));
const compiled = ejs.compile('<%= it.name %>', { _with: false, localsName: 'it' });
console.log(compiled({ name: 'no with' }));
(async () => {
  const file = path.join(__dirname, '../fixtures/ejs/page.ejs');
  console.log(await ejs.renderFile(file, { title: 'A & B', rows: [1, 2] }));
  console.log(await ejs.render('<%= await wait() %>', { wait: async () => 'awaited' }, { async: true }));
  try {
    ejs.render('one\n<%= missing %>\nthree', {}, { filename: 'page.ejs' });
  } catch (error) {
    console.log(error.name, error.message.split('\n').slice(1).join('\n'));
  }
})();
