// Markdown with plugins, rules of one's own and tokens.
const MarkdownIt = require('markdown-it');

const md = new MarkdownIt({ html: false, linkify: true, typographer: true, highlight: (code, lang) => `<i lang="${lang}">${code.trim()}</i>` });
md.renderer.rules.strong_open = () => '<b class="x">';
md.renderer.rules.strong_close = () => '</b>';
md.use((it, mark) => it.core.ruler.push('count', (state) => { state.env.count = `${mark}${state.tokens.length}`; }), '#');

const env = {};
console.log(md.render(`# Title & more

A **bold** \`code\` and "quotes" -- (c) www.example.com <b>no html</b>

1. one
   - nested
2. two

| a | b |
|---|--:|
| 1 | 2 |

\`\`\`js
let x = 1 < 2;
\`\`\`
> quote ![alt](x.png "title") [ref]

[ref]: https://example.com/a_(b)
`, env));
console.log(env);
console.log(md.parseInline('a *b* c', {})[0].children.map((token) => token.type));
