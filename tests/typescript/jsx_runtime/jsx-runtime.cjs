// The two functions that the automatic runtime calls, making text.
'use strict';
const text = (child) => (Array.isArray(child) ? child.map(text).join('') : child === undefined ? '' : String(child));
function jsx(type, props, key) {
  if (typeof type === 'function') return type(props, key);
  const { children, ...attributes } = props;
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`).join('');
  return `<${type}${key === undefined ? '' : ` key=${key}`}${list}>${text(children)}</${type}>`;
}
exports.jsx = jsx;
exports.jsxs = (type, props, key) => `${Array.isArray(props.children) ? 's:' : ''}${jsx(type, props, key)}`;
exports.Fragment = ({ children }) => `[${text(children)}]`;
