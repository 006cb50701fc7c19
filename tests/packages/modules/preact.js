// Components and hooks rendered to strings.
import { h, Fragment, createContext, Component, toChildArray, isValidElement } from 'preact';
import { useContext, useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { render, renderToStringAsync } from 'preact-render-to-string';
import { lazy, Suspense } from 'preact/compat';

const Language = createContext('en');
const Greeting = ({ name, children }) => {
  const language = useContext(Language);
  const [count] = useState(() => 3);
  const [state] = useReducer((old) => old + 1, 10);
  const text = useMemo(() => (language === 'de' ? 'Hallo' : 'Hello'), [language]);
  useEffect(() => { throw new Error('not on the server'); });
  return h('p', { class: { toString: () => 'greeting' }, onClick: () => {}, 'data-count': count + state }, text, ' ', name, '! ', children);
};
class Clock extends Component {
  state = { ticks: 0 };
  componentWillMount() { this.setState({ ticks: 5 }); }
  render({ label }, { ticks }) { return h(Fragment, null, h('dt', { key: 1 }, label), h('dd', { style: { color: 'red', fontSize: 12 } }, ticks)); }
}
const page = h(Language.Provider, { value: 'de' }, h(Greeting, { name: '<Ada>' }, h('b', null, 'bold')), h(Clock, { label: 'ticks' }), h('input', { value: 'a "b"', checked: true, disabled: false }), [null, false, 'text', 7]);
console.log(render(page));
console.log(render(h('div', { dangerouslySetInnerHTML: { __html: '<i>' } })), render(h('svg', null, h('path', { strokeWidth: 2 }))), toChildArray([1, [2, null]]).length, isValidElement(page));
const Late = lazy(() => new Promise((resolve) => setTimeout(resolve, 2, { default: () => h('p', null, 'late') })));
console.log(await renderToStringAsync(h(Suspense, { fallback: 'waiting' }, h(Late))));
