'use strict';

// The lines of a stack: frames that repeat those of the cause or each other are folded into one line with their number, and on a
// terminal the runtime's own frames and the working directory are grey, package names underlined.

const globals = require('globals');
const {
  arrayAt, arrayFilter, arrayForEach, arrayMap, arrayPush, arrayReverse, arraySplice, objectAssign, regexpTest, stringEndsWith,
  stringSplit,
} = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { indexIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');

const MIN_FOLDED = 3;

// The first run of more than three lines that both lists contain: [start in the first list, length], or undefined.
function commonRun(frames, causeFrames) {
  for (let i = 0; i < frames.length - MIN_FOLDED; i++) {
    const at = indexIn(causeFrames, frames[i]);
    if (at === -1) continue;
    let length = 1;
    while (i + length < frames.length && at + length < causeFrames.length && frames[i + length] === causeFrames[at + length]) length++;
    if (length > MIN_FOLDED) return [i, length];
  }
  return undefined;
}

/** Folds what the cause's stack will show again; keeps the run's first and last line. */
function foldCauseFrames(ctx, lines, causeStack) {
  const start = indexIn(causeStack, '\n    at');
  if (start === -1) return;
  const run = commonRun(lines, stringSplit(sliceOf(causeStack, start + 1), '\n'));
  if (run === undefined) return;
  const skipped = run[1] - 2;
  arraySplice(lines, run[0] + 1, skipped, ctx.style(`    ... ${skipped} lines matching cause stack trace ...`, 'undefined'));
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

// Possible lengths of a repeating block, in the order in which Node tries them: the greatest common divisor of the distances to
// the line's later occurrences, then the intermediate values of Euclid's algorithm, last first.
function candidatePeriods(distances) {
  let divisor = 0;
  const intermediates = new SafeSet();
  for (let rest of each(distances)) {
    while (rest !== 0) {
      if (divisor !== 0) intermediates.add(divisor);
      const before = divisor;
      divisor = rest;
      rest = before % rest;
    }
    if (divisor === 1) break;
  }
  intermediates.delete(divisor);
  return [divisor, ...each(arrayReverse([...each(intermediates)]))];
}

// The candidate that hides the most lines from `start` on; of equal ones the first.
function bestPeriod(lines, start, positions) {
  const best = { period: 0, count: 0 };
  const distances = arrayMap(arrayFilter(positions, (position) => position > start), (position) => position - start);
  if (distances.length === 0 || arrayAt(distances, -1) < MIN_FOLDED) return best;
  for (const period of each(candidatePeriods(distances))) {
    const count = repeatsOf(lines, start, period);
    if (period * count > best.period * best.count) objectAssign(best, { period, count });
  }
  return best;
}

function positionsByLine(lines) {
  const byLine = new SafeMap();
  arrayForEach(lines, (line, i) => {
    const positions = byLine.get(line);
    if (positions === undefined) byLine.set(line, [i]);
    else arrayPush(positions, i);
  });
  return byLine;
}

/** Folds recursion: a block of lines that is repeated at least once, if that hides at least three lines. */
function foldRepeatedFrames(ctx, lines) {
  if (lines.length < FOLDED_FROM) return;
  const byLine = positionsByLine(lines);
  if (lines.length - byLine.size <= MIN_FOLDED) return;
  const folds = [];
  for (let i = 0; i < lines.length - MIN_FOLDED; i++) {
    const { period, count } = bestPeriod(lines, i, byLine.get(lines[i]));
    if (period * count < MIN_FOLDED) continue;
    arrayPush(folds, { at: i + period, period, count });
    i += period * (count + 1) - 1;
  }
  for (const { at, period, count } of each(arrayReverse(folds))) {
    const which = count > 1 ? `${period} lines ${count} times...` : 'lines ...';
    const note = `    ... collapsed ${period * count} duplicate lines matching above ${which}`;
    arraySplice(lines, at, period * count, ctx.style(note, 'undefined'));
  }
}

const runtimeFrame = /^ {4}at (?:[^/\\(]+ \()?node:.+:\d+:\d+\)?$/;
const isSeparator = (character) => character === '/' || character === '\\';

// `/node_modules/name/` or `/node_modules/@scope/name/`: the name is underlined.
function markPackages(ctx, line) {
  let marked = '';
  let copied = 0;
  let at = indexIn(line, 'node_modules');
  while (at !== -1) {
    const separator = line[at - 1];
    const from = at + 'node_modules'.length + 1;
    let to = at + 1;
    if (isSeparator(separator) && isSeparator(line[from - 1])) {
      to = indexIn(line, separator, from);
      if (to !== -1 && line[from] === '@') to = indexIn(line, separator, to + 1);
      if (to === -1) to = line.length;
      marked += sliceOf(line, copied, from) + ctx.style(sliceOf(line, from, to), 'module');
      copied = to;
    }
    at = indexIn(line, 'node_modules', to);
  }
  return marked + sliceOf(line, copied);
}

function greyDirectory(ctx, line, directory) {
  let start = indexIn(line, directory);
  if (start === -1) return line;
  const afterDirectory = start + directory.length + 1;
  if (sliceOf(line, start - 7, start) === 'file://') start -= 7;
  const inParentheses = line[start - 1] === '(';
  if (inParentheses) start--;
  const closes = inParentheses && stringEndsWith(line, ')');
  return sliceOf(line, 0, start) + ctx.style(sliceOf(line, start, afterDirectory), 'undefined') +
    sliceOf(line, afterDirectory, closes ? -1 : line.length) + (closes ? ctx.style(')', 'undefined') : '');
}

function workingDirectory() {
  try {
    return globals.process.cwd();
  } catch {
    return undefined; // The directory was removed.
  }
}

function colourFrames(ctx, lines) {
  const directory = workingDirectory();
  return arrayMap(lines, (line) => {
    if (regexpTest(runtimeFrame, line)) return ctx.style(line, 'undefined');
    const marked = markPackages(ctx, line);
    return directory === undefined ? marked : greyDirectory(ctx, marked, directory);
  });
}

module.exports = { colourFrames, foldCauseFrames, foldRepeatedFrames };
