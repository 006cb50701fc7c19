// Logic-less templates: sections, lambdas, partials, delimiters, escaping.
const Mustache = require('mustache');

const view = {
  title: 'Calc & Co',
  list: [{ n: 1 }, { n: 2, last: true }],
  empty: [],
  deep: { er: { value: 'here' } },
  bold: () => (text, render) => `<b>${render(text)}</b>`,
  computed() { return this.list.length; },
};
console.log(Mustache.render('{{title}} {{{title}}} {{&title}} {{missing}}|{{deep.er.value}} {{computed}}', view));
console.log(Mustache.render('{{#list}}{{n}}{{^last}}, {{/last}}{{/list}}{{^empty}} (no more){{/empty}}', view));
console.log(Mustache.render('{{#bold}}hi {{deep.er.value}}{{/bold}}{{! a comment }}', view));
console.log(Mustache.render('{{> row}}\n{{=<% %>=}}<% title %> {{not}}', view, { row: '{{#list}}[{{> cell}}]{{/list}}', cell: '{{n}}' }));
console.log(Mustache.parse('Hi {{name}}{{#a}}x{{/a}}').map((token) => token.slice(0, 2)));
try {
  Mustache.render('{{#open}}never closed', view);
} catch (error) {
  console.log(error.message);
}
