// Indented templates with mixins, includes, inheritance and interpolation.
const pug = require('pug');
const path = require('path');

console.log(pug.render(`
doctype html
mixin pet(name)
  li.pet(class=name === 'cat' ? 'soft' : null)= name
    block
html(lang='en')
  head
    title= title
    style.
      p { color: red }
  body
    - const pets = ['cat', 'dog']
    ul#list
      each name, index in pets
        +pet(name)
          small=\` #\${index}\`
      else
        li none
    p(data-info={a: 1}, style={color: 'blue'}, checked) Hello #{user.name}, !{user.html} #[em tag]
    if user.admin
      a(href='/admin?x=1&y=2') admin
    case user.age
      when 36
        | thirty-six
      default
        | other
`, { title: 'Pug & co', user: { name: '<Ada>', html: '<i>raw</i>', admin: true, age: 36 }, pretty: true }));

const file = path.join(__dirname, '../fixtures/pug/page.pug');
console.log(pug.renderFile(file, { name: 'file' }));
try {
  pug.compile('div\n  p(unclosed', { filename: 'bad.pug' });
} catch (error) {
  console.log(error.code, error.line, error.msg);
}
