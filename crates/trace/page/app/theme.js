// Light and dark theme: that of the system until the user chooses.

import { byId } from './dom.js';

const KEY = 'hexloop-theme';

export function chooseTheme(changed) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches);
  const button = byId('theme');
  const name = () => {
    button.setAttribute('aria-label', isDark() ? 'Use light colours' : 'Use dark colours');
    button.dataset.shows = isDark() ? 'sun' : 'moon';
  };
  try {
    // A page from a `file:` URL may have no storage.
    root.dataset.theme = localStorage.getItem(KEY) ?? '';
  } catch {
    root.dataset.theme = '';
  }
  if (!root.dataset.theme) delete root.dataset.theme;
  name();
  dark.addEventListener('change', () => {
    name();
    changed();
  });
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem(KEY, root.dataset.theme);
    } catch {
      // Then the choice lasts as long as the page.
    }
    name();
    changed();
  });
}
