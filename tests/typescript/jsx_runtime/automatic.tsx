// JSX with the automatic runtime: its functions come from the package that tsconfig.json names.
const Item = ({ name, children }: { name: string; children?: any }, key?: string) => `(${name}${key ?? ''}${children ?? ''})`;
const more = { id: 'x', title: 'y' };
console.log(<p>one</p>);
console.log(<p class="c" {...more}>one<b/>two</p>);
console.log(<><Item name="a" key="k" /><Item name="b">{1 + 1}</Item></>);
console.log(<ul>{['a', 'b'].map((n) => <li key={n}>{n as string}</li>)}</ul>);
console.log(<p
  a={<i />} b = 'quote"d' c>
  text over
  lines &amp; entities {/* comment */}
</p>);
const space = { Item }; console.log(<space.Item name="member" />);
