// Markdown to HTML, with a renderer, an extension, hooks and tokens.
import { marked, Marked, lexer, Renderer } from 'marked';

const text = `# Hello *world*

A [link](https://example.com "t") and \`code <b>\`, ~~old~~ **new**.

- [x] done
- [ ] todo
  1. nested

| a | b |
|:--|--:|
| 1 | 2 |

\`\`\`js
if (a < b) {}
\`\`\`
> quoted
<div>html</div>
`;
console.log(marked.parse(text));
const own = new Marked({
  gfm: true, breaks: true,
  renderer: { heading({ tokens, depth }) { return `<h${depth + 1} class="x">${this.parser.parseInline(tokens)}</h${depth + 1}>\n`; } },
  extensions: [{
    name: 'mention', level: 'inline', start: (source) => source.indexOf('@'),
    tokenizer(source) { const match = /^@(\w+)/.exec(source); if (match) return { type: 'mention', raw: match[0], name: match[1] }; },
    renderer: (token) => `<a href="/u/${token.name}">@${token.name}</a>`,
  }],
  hooks: { preprocess: (source) => source.replace('SECRET', '...'), postprocess: (html) => `<main>\n${html}</main>` },
  walkTokens: (token) => { if (token.type === 'strong') token.text += '!'; },
});
console.log(own.parse('# Hi\nline one\nline two @ada SECRET'));
console.log(lexer('a *b*\n\n---').map((token) => token.type), marked.parseInline('*only* inline'), typeof Renderer);
console.log(await new Marked({ async: true, walkTokens: async (token) => { if (token.type === 'text') token.text = token.text.toUpperCase(); } }).parse('later'));
