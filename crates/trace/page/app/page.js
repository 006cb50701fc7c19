// The page: the state that its views share, and navigation between them.

import { Children } from '../data/causes.js';
import { Lanes } from '../data/lanes.js';
import { readTrace } from '../data/read.js';
import { FindingsView } from '../reports/findings.js';
import { NumbersView } from '../reports/numbers.js';
import { StepView } from '../step/step.js';
import { HoverCard, selectionCard } from '../timeline/card.js';
import { describe } from '../timeline/describe.js';
import { Minimap } from '../timeline/minimap.js';
import { followPointer } from '../timeline/pointer.js';
import { Timeline } from '../timeline/timeline.js';
import { VisibleEvents } from '../timeline/visible.js';
import { TimeWindow } from '../timeline/window.js';
import { byId, whenQuiet } from './dom.js';
import { count, duration } from './format.js';
import { listenToKeys } from './keyboard.js';
import { Search } from './search.js';
import { chooseTheme } from './theme.js';

const VIEWS = ['timeline', 'step', 'findings', 'numbers'];

class Page {
  constructor(trace) {
    this.trace = trace;
    this.lanes = new Lanes(trace);
    this.window = new TimeWindow(trace.end);
    this.selected = null;
    this.timeline = new Timeline(this);
    this.minimap = new Minimap(this, this.timeline);
    this.hoverCard = new HoverCard(this.timeline);
    this.visible = new VisibleEvents(this);
    this.search = new Search(this);
    this.views = { timeline: this.timeline, step: new StepView(this), findings: new FindingsView(this), numbers: new NumbersView(this) };
    followPointer(this.timeline, this.hoverCard);
    listenToKeys(this);
    chooseTheme(() => this.themeChanged());
    this.listenToTabs();
    byId('zoom-in').addEventListener('click', () => this.window.zoom(0.5));
    byId('zoom-out').addEventListener('click', () => this.window.zoom(2));
    byId('zoom-fit').addEventListener('click', () => this.window.fit());
    addEventListener('resize', whenQuiet(() => this.views.findings.paintClips(), 60));
    this.headline();
    this.select(null);
    this.show(VIEWS.includes(location.hash.slice(1)) ? location.hash.slice(1) : 'timeline');
  }

  get view() {
    return this.views[this.shown];
  }

  headline() {
    const { program, dropped, end, runLength, findings } = this.trace;
    const name = this.trace.shortPath(this.trace.programPath);
    document.title = `${name || 'a program'} · Hexloop trace`;
    byId('program').textContent = name;
    byId('facts').textContent = [duration(end), count(runLength, 'callback'), program.profile && program.profile !== 'node' ? `${program.profile} loop` : '', dropped?.events > 0 ? `${count(dropped.events)} oldest rows dropped` : '']
      .filter(Boolean)
      .join(' · ');
    byId('findings-badge').textContent = findings.length > 0 ? String(findings.length) : '';
  }

  // ---- Views ----

  listenToTabs() {
    const tabs = VIEWS.map((name) => byId(`tab-${name}`));
    tabs.forEach((tab, index) => {
      tab.addEventListener('click', () => this.show(VIEWS[index]));
      tab.addEventListener('keydown', (event) => {
        const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: VIEWS.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const next = (to + VIEWS.length) % VIEWS.length;
        this.show(VIEWS[next]);
        tabs[next].focus();
      });
    });
  }

  show(name) {
    this.shown = name;
    for (const view of VIEWS) {
      const here = view === name;
      byId(view).hidden = !here;
      byId(`tab-${view}`).setAttribute('aria-selected', String(here));
      byId(`tab-${view}`).tabIndex = here ? 0 : -1;
    }
    this.hoverCard.hide();
    if (name === 'timeline') {
      // Steps move the selection; its card is rendered when it is shown.
      if (this.cardStale) this.select(this.selected, { quiet: true });
      this.timeline.layout();
    } else this.views[name].show();
    try {
      history.replaceState(null, '', `#${name}`);
    } catch {
      // A page from a `file:` URL may not be allowed to change its history.
    }
  }

  themeChanged() {
    this.timeline.themeChanged();
    this.minimap.changed();
    if (this.shown === 'findings') this.views.findings.paintClips();
  }

  // ---- The selection ----

  /** `quiet`: without an announcement. `follow`: the timeline moves along although it is not shown. */
  select(it, { quiet = false, follow = false } = {}) {
    this.selected = it;
    this.children = it?.table === 'tasks' && !follow ? this.childrenIndex() : null;
    this.cardStale = follow;
    if (!follow) byId('selection').replaceChildren(...selectionCard(this, it));
    byId('selection').classList.toggle('empty', !it);
    if (it && !quiet) this.announce(describe(this.trace, it).title);
    this.timeline.redraw();
  }

  /** Selects something and brings it into view. */
  goTo(it) {
    if (this.shown === 'step' && it.table === 'tasks') return this.views.step.showTask(it.row);
    if (this.shown !== 'timeline') this.show('timeline');
    this.select(it);
    const { from, to } = describe(this.trace, it);
    this.window.reveal(from, Math.max(to, from + 1));
    return undefined;
  }

  stepTo(row) {
    this.views.step.prepare();
    this.views.step.at = Math.max(0, this.views.step.steps.beganAt[row]);
    this.show('step');
  }

  childrenIndex() {
    if (this.childrenFor !== this.trace.tasks.length) {
      this.allChildren = new Children(this.trace);
      this.childrenFor = this.trace.tasks.length;
    }
    return this.allChildren;
  }

  childrenOf(row) {
    return this.childrenIndex().of(row);
  }

  searched(matches) {
    this.lanes.mark(matches);
    this.minimap.changed();
    this.timeline.redraw();
    this.visible.refresh();
  }

  /** For screen readers: an ARIA live region. */
  announce(text) {
    byId('announcement').textContent = text;
  }

  // ---- Live ----

  /** Rows were added while the program runs; `isReset`: rows have other indices now. */
  grown(isReset) {
    if (isReset) {
      this.lanes.rebuild();
      this.select(null);
    } else this.lanes.update();
    this.search.refresh();
    this.window.extend(this.trace.end, this.following);
    this.timeline.layout();
    this.minimap.changed();
    this.headline();
    if (this.shown === 'findings' || this.shown === 'numbers') this.refreshReport();
    if (this.views.step.steps && this.shown === 'step') this.refreshSteps();
    else this.views.step.steps = null;
  }
}

function showLive(page) {
  const button = byId('follow');
  button.hidden = false;
  page.following = true;
  const press = () => button.setAttribute('aria-pressed', String(page.following));
  button.addEventListener('click', () => {
    page.following = !page.following;
    press();
  });
  page.window.moved = () => {
    page.following = false;
    press();
  };
  press();
  // Numbers that change ten times a second cannot be read.
  page.refreshReport = whenQuiet(() => page.view.show(), 700);
  page.refreshSteps = whenQuiet(() => page.views.step.prepare(true), 700);
}

const STATUS = { reading: 'reading the trace…', live: 'live', waiting: 'waiting for the program…', ended: 'the program has ended' };

async function start() {
  const element = byId('trace');
  const live = element.hasAttribute('data-live');
  let page = null;
  const changed = (trace, isReset) => page?.grown(isReset);
  const status = (state) => {
    byId('status').textContent = STATUS[state];
    byId('status').dataset.state = state;
  };
  if (!live) status('reading');
  try {
    const trace = await readTrace(element, changed, status);
    // The JSON may have a hundred megabytes: the tables contain it now.
    element.textContent = '';
    page = new Page(trace);
    if (live) showLive(page);
    else byId('status').remove();
    /** For the browser's console. */
    globalThis.hexloop = page;
    document.body.dataset.ready = 'true';
  } catch (error) {
    byId('failure').hidden = false;
    byId('failure').textContent = `This trace cannot be shown: ${error.message}.`;
    byId('views').hidden = true;
    throw error;
  }
}

start();
