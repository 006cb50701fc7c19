// Scripts of a page in jsdom: its window is the global object of a context of node:vm.
'use strict';
const { JSDOM, VirtualConsole } = require('jsdom');

const virtualConsole = new VirtualConsole();
virtualConsole.on('log', (...values) => console.log('page:', ...values));
virtualConsole.on('jsdomError', (error) => console.log('error:', error.message));
const page = `<!doctype html><title>a page</title><body><button id=b>go</button><script>
  class Counter extends HTMLElement {
    connectedCallback() { this.textContent = 'n=' + (this.getAttribute('n') ?? 0); }
  }
  customElements.define('x-counter', Counter);
  document.body.append(document.createElement('x-counter'));
  b.addEventListener('click', (event) => console.log('clicked', event.target.id, this === window));
  b.click();
  Promise.resolve().then(() => console.log('job', [] instanceof Array, document.querySelector('x-counter').outerHTML));
  setTimeout(() => console.log('timer', location.href, window === globalThis), 5);
  let lexical = 1;
  var visible = 2;
  function declared() { return this === window; }
</script><script>
  console.log('second script', lexical + visible, typeof Counter, window.lexical, window.visible, declared());
  missing();
</script></body>`;
const { window } = new JSDOM(page, { runScripts: 'dangerously', virtualConsole, url: 'http://localhost/page' });
console.log(window.document.title, window.visible, window.Array === Array, window.eval('declared() && visible'));
console.log(Object.getPrototypeOf(window) === window.Window.prototype, window instanceof window.EventTarget, String(window));
const list = window.document.createElement('div');
list.innerHTML = '<ul><li>one<li>two</ul>';
console.log([...list.querySelectorAll('li')].map((item) => item.textContent), list.outerHTML);
setTimeout(() => window.close(), 50);
