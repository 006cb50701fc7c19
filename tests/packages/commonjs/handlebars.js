// Templates with helpers, partials, blocks, escaping, precompilation and errors with a position.
const Handlebars = require('handlebars');

Handlebars.registerHelper('loud', (text) => String(text).toUpperCase());
Handlebars.registerHelper('times', (count, options) => {
  let text = '';
  for (let i = 0; i < count; i++) text += options.fn({ i });
  return text;
});
Handlebars.registerPartial('item', '<li class="{{kind}}">{{name}}{{#if price}} ({{price}}){{else}} free{{/if}}</li>');

const page = Handlebars.compile(`<h1>{{loud title}}</h1>
<ul>
{{#each items}}
  {{> item kind="entry"}} {{@index}}/{{@key}}{{#unless @last}},{{/unless}}
{{else}}
  nothing
{{/each}}
</ul>
{{#with owner as |who|}}{{who.name}} &amp; {{{who.html}}} {{who.html}}{{/with}}
{{#times 3}}[{{i}}]{{/times}} {{lookup items 1}} {{{{raw}}}}{{not read}}{{{{/raw}}}}
`);
Handlebars.registerHelper('raw', (options) => options.fn());

console.log(page({
  title: 'menu',
  items: [{ name: 'Tea', price: 2 }, { name: 'Water' }],
  owner: { name: 'Ada', html: '<b>"x"</b>' },
}));
console.log(page({ title: 'empty', items: [] }));

const spec = Handlebars.precompile('Hello {{name}}!');
console.log(typeof spec, Handlebars.template(new Function(`return ${spec}`)())({ name: 'World' }));
console.log(Handlebars.parse('{{a.b}} text').body.map((node) => node.type));
try {
  Handlebars.compile('line one\n{{#if x}}never closed')({});
} catch (error) {
  console.log(error.message);
}
