// Events of a forgiving parser, then a tree, queried and serialised.
const { Parser, parseDocument, DomUtils, ElementType } = require('htmlparser2');

const events = [];
const parser = new Parser({
  onopentag: (name, attributes) => events.push(`<${name} ${JSON.stringify(attributes)}>`),
  ontext: (text) => events.push(JSON.stringify(text)),
  onclosetag: (name, implied) => events.push(`</${name}>${implied ? ' implied' : ''}`),
  oncomment: (text) => events.push(`comment ${text}`),
  onend: () => events.push('end'),
}, { decodeEntities: true });
parser.write('<ul class="a" data-x=1><li>one &amp; tw');
parser.write('o<li>three &copy;<br/><!-- c --><script>if (a < b) {}</scr');
parser.end('ipt>');
console.log(events.join('\n'));

const document = parseDocument('<feed><item id="1"><title>A</title></item><item id="2"><title>B &lt;</title></item></feed>', { xmlMode: true });
const items = DomUtils.getElementsByTagName('item', document);
console.log(items.map((item) => [item.attribs.id, DomUtils.textContent(item)]));
DomUtils.removeElement(items[0]);
console.log(DomUtils.getOuterHTML(document, { xmlMode: true }), document.children[0].type === ElementType.Tag);
