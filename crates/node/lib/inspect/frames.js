'use strict';

// The lines of a stack: frames that repeat the cause's or each other are folded into one line that says how many, and on
// a terminal the runtime's own frames and the working directory are greyed, package names underlined.

const FEWEST_FOLDED = 3;

// The first run of more than three lines that occurs in both lists: [start in ours, length], or undefined.
function commonRun(ours, theirs) {
  for (let i = 0; i < ours.length - FEWEST_FOLDED; i++) {
    const at = theirs.indexOf(ours[i]);
    if (at === -1) continue;
    let length = 1;
    while (i + length < ours.length && at + length < theirs.length && ours[i + length] === theirs[at + length]) length++;
    if (length > FEWEST_FOLDED) return [i, length];
  }
  return undefined;
}

/** Folds what the cause's stack will show again; the run's first and last line stay. */
function foldCauseFrames(print, lines, causeStack) {
  const start = causeStack.indexOf('\n    at');
  if (start === -1) return;
  const run = commonRun(lines, causeStack.slice(start + 1).split('\n'));
  if (run === undefined) return;
  const skipped = run[1] - 2;
  lines.splice(run[0] + 1, skipped, print.style(`    ... ${skipped} lines matching cause stack trace ...`, 'undefined'));
}

// Stacks of the default length are never folded.
const FOLDED_FROM = 11;

function repeatsOf(lines, start, period) {
  let count = 0;
  for (let next = start + period; next + period <= lines.length; next += period) {
    for (let i = 0; i < period; i++) if (lines[start + i] !== lines[next + i]) return count;
    count++;
  }
  return count;
}

// The period that hides the most lines from `start` on; of equals the shortest.
function bestPeriod(lines, start) {
  let best = { period: 0, count: 0 };
  for (let next = lines.indexOf(lines[start], start + 1); next !== -1; next = lines.indexOf(lines[start], next + 1)) {
    const period = next - start;
    if (start + 2 * period > lines.length) break;
    const count = repeatsOf(lines, start, period);
    if (period * count > best.period * best.count) best = { period, count };
  }
  return best;
}

/** Folds recursion: a block of lines that follows itself at least once, three lines hidden at least. */
function foldRepeatedFrames(print, lines) {
  if (lines.length < FOLDED_FROM) return;
  for (let i = 0; i < lines.length - FEWEST_FOLDED; i++) {
    const { period, count } = bestPeriod(lines, i);
    const hidden = period * count;
    if (hidden < FEWEST_FOLDED) continue;
    const which = count > 1 ? `${period} lines ${count} times...` : 'lines ...';
    const note = print.style(`    ... collapsed ${hidden} duplicate lines matching above ${which}`, 'undefined');
    lines.splice(i + period, hidden, note);
    i += period;
  }
}

const runtimeFrame = /^ {4}at (?:[^/\\(]+ \(|)node:(.+):\d+:\d+\)?$/;
const isSeparator = (character) => character === '/' || character === '\\';

// `/node_modules/name/` or `/node_modules/@scope/name/`: the name is underlined.
function markPackages(print, line) {
  let marked = '';
  let copied = 0;
  let at = line.indexOf('node_modules');
  while (at !== -1) {
    const separator = line[at - 1];
    const from = at + 'node_modules'.length + 1;
    let to = at + 1;
    if (isSeparator(separator) && isSeparator(line[from - 1])) {
      to = line.indexOf(separator, from);
      if (to !== -1 && line[from] === '@') to = line.indexOf(separator, to + 1);
      if (to === -1) to = line.length;
      marked += line.slice(copied, from) + print.style(line.slice(from, to), 'module');
      copied = to;
    }
    at = line.indexOf('node_modules', to);
  }
  return marked + line.slice(copied);
}

function greyDirectory(print, line, directory) {
  let start = line.indexOf(directory);
  if (start === -1) return line;
  const afterDirectory = start + directory.length + 1;
  if (line.slice(start - 7, start) === 'file://') start -= 7;
  const inParentheses = line[start - 1] === '(';
  if (inParentheses) start--;
  const closes = inParentheses && line.endsWith(')');
  return line.slice(0, start) + print.style(line.slice(start, afterDirectory), 'undefined') +
    line.slice(afterDirectory, closes ? -1 : line.length) + (closes ? print.style(')', 'undefined') : '');
}

function workingDirectory() {
  try {
    return process.cwd();
  } catch {
    return undefined; // The directory is gone.
  }
}

function colourFrames(print, lines) {
  const directory = workingDirectory();
  return lines.map((line) => {
    if (runtimeFrame.test(line)) return print.style(line, 'undefined');
    const marked = markPackages(print, line);
    return directory === undefined ? marked : greyDirectory(print, marked, directory);
  });
}

module.exports = { colourFrames, foldCauseFrames, foldRepeatedFrames };
