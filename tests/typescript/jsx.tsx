/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// JSX with the factory that a comment names.
const Fragment = 'fragment';
const h = (tag: any, props: any, ...children: any[]) =>
  typeof tag === 'function' ? tag({ ...props, children }) : { tag, props, children };
const List = ({ items, children }: { items: string[]; children?: any[] }) =>
  <ul class="list" {...{ id: 'x' }}>{items.map((item) => <li key={item}>{item}</li>)}{children}</ul>;
console.log(JSON.stringify(<List items={['a', 'b']}>
  text &amp; more   lines
  across <hr/>
</List>).slice(0, 400));
console.log(JSON.stringify(<><i disabled aria-label='q"q' /></>));
