// Templates of nunjucks from a folder: inheritance, macros, filters, async filters, errors with a line.
const nunjucks = require('nunjucks');
const path = require('path');

const folder = path.join(__dirname, '../fixtures/nunjucks');
const env = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder), { autoescape: true, trimBlocks: true });
env.addFilter('shorten', (text, count = 5) => text.slice(0, count));
env.addFilter('slow', (text, callback) => setImmediate(callback, null, `${text}!`), true);
env.addGlobal('year', 1815);

console.log(env.render('page.html', { title: 'A & B', rows: [{ id: 1, ok: true }, { id: 2 }], words: ['z', 'a'] }));
console.log(env.renderString('{{ "abcdefgh" | shorten(3) | upper }} {{ [1,2,3] | join("-") }} {{ year }} {{ x | default("none") }}', {}));
env.renderString('{% for w in ["a", "b"] %}{{ w | slow }}{% endfor %}', {}, (error, text) => {
  console.log(error, text);
  env.renderString('{{ missing() }}', {}, (problem) => console.log(problem.name, '|', problem.message.replaceAll('\n', ' / ')));
});
console.log(nunjucks.compile('{% set n = 3 %}{{ n ** 2 }} {{ "yes" if n > 2 else "no" }}').render());
