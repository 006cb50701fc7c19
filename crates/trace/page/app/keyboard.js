// Global keys, and the help dialog with all keys.

import { byId, make } from './dom.js';

const HELP = [
  ['Everywhere', [
    ['1 2 3 4', 'Timeline, Step, Findings, Numbers'],
    ['/', 'search; Enter next, Shift+Enter previous, Esc end'],
    ['n N', 'next, previous of what was found'],
    ['t', 'light or dark'],
    ['?', 'this list'],
  ]],
  ['Timeline', [
    ['Tab ↑ ↓', 'from lane to lane'],
    ['← →', 'on a lane: previous, next event; else move'],
    ['Shift+← →', 'move in time'],
    ['Enter', 'on a lane: select the first event in view'],
    ['+ −', 'zoom in, out'],
    ['0', 'everything'],
    ['Home End', 'beginning, end'],
    ['s', 'step mode, from what is selected'],
    ['Esc', 'select nothing'],
  ]],
  ['Step', [
    ['← →', 'one step back, forward'],
    ['Shift+← →', 'previous, next callback'],
    ['o O', 'next, previous output'],
    ['Home End', 'first, last step'],
  ]],
  ['By hand', [
    ['drag', 'move'],
    ['wheel, pinch', 'zoom'],
    ['Shift+drag', 'zoom to what is marked'],
    ['double click', 'zoom in'],
  ]],
];

export function listenToKeys(page) {
  const dialog = byId('help');
  byId('help-list').replaceChildren(
    ...HELP.map(([title, keys]) => make('section', null, make('h3', null, title), make('dl', null, keys.map(([key, what]) => [make('dt', null, key.split(' ').map((each) => [make('kbd', null, each), ' '])), make('dd', null, what)])))),
  );
  byId('help-open').addEventListener('click', () => dialog.showModal());
  byId('help-close').addEventListener('click', () => dialog.close());

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const typing = event.target.matches?.('input:not([type=range]), textarea, select');
    if (typing) return;
    if (everywhere(page, event) || (!ownsKey(event) && page.view.key?.(event))) event.preventDefault();
  });
}

/** Tabs and sliders have keys of their own. */
function ownsKey(event) {
  return event.target.matches?.('[role=tab], [type=range]') && event.key.startsWith('Arrow');
}

function everywhere(page, event) {
  const views = ['timeline', 'step', 'findings', 'numbers'];
  switch (event.key) {
    case '1':
    case '2':
    case '3':
    case '4':
      page.show(views[Number(event.key) - 1]);
      return true;
    case '/':
      byId('search').focus();
      byId('search').select();
      return true;
    case 'n':
    case 'N':
      page.search.jump(event.key === 'n' ? 1 : -1);
      return true;
    case 't':
      byId('theme').click();
      return true;
    case 's':
      if (page.selected?.table === 'tasks') page.stepTo(page.selected.row);
      else page.show('step');
      return true;
    case '?':
      byId('help').showModal();
      return true;
    default:
      return false;
  }
}
