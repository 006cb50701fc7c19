// Components, hooks, context and suspense rendered on the server, to a string and to a stream.
const React = require('react');
const { renderToString, renderToStaticMarkup, renderToPipeableStream } = require('react-dom/server');
const { PassThrough } = require('stream');
const h = React.createElement;

const Theme = React.createContext('light');
function Button({ label, onClick }) {
  const theme = React.useContext(Theme);
  const id = React.useId();
  return h('button', { id, className: `btn-${theme}`, onClick, style: { marginTop: 4, WebkitBoxFlex: 1 } }, label);
}
class List extends React.Component {
  state = { items: this.props.items.map((item) => item * 2) };
  render() { return h('ul', null, this.state.items.map((item) => h('li', { key: item, 'data-n': item }, item))); }
}
const Memo = React.memo(function Memo() {
  const [count] = React.useState(() => 41 + 1);
  const double = React.useMemo(() => count * 2, [count]);
  React.useEffect(() => { throw new Error('no effects on the server'); });
  return h(React.Fragment, null, count, ' ', double);
});
const App = () => h(Theme.Provider, { value: 'dark' },
  h('main', { 'aria-label': 'a & "b"' }, h(Button, { label: '<go>' }), h(List, { items: [1, 2] }), h(Memo),
    h('input', { defaultValue: 'x', disabled: true }), h('div', { dangerouslySetInnerHTML: { __html: '<i>raw</i>' } })));

console.log(renderToString(h(App)));
console.log(renderToStaticMarkup(h(App)));
const Slow = React.lazy(() => new Promise((resolve) => setTimeout(resolve, 5, { default: () => h('p', null, 'loaded') })));
const stream = renderToPipeableStream(h(React.Suspense, { fallback: 'waiting' }, h(Slow)), {
  onAllReady() {
    const out = new PassThrough();
    let html = '';
    out.on('data', (chunk) => { html += chunk; }).on('end', () => console.log(html));
    stream.pipe(out);
  },
});
