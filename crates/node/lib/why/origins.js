'use strict';
// --why: where everything was made that can keep the loop alive.
//
// Loaded before anything else, and only with --why: loop/state.js then has noteOrigin, which those who make timers, handles
// and requests call if it is there. An error keeps the frames; they become text when somebody asks (why/report.js).

const { engineStack, frames } = binding('stack');
const clock = binding('loop').now;

// Built-in code may lie many calls deep between a program and a handle: http, tls, streams.
const DEPTH = 64;

const origins = new WeakMap();

// `madeFor`: what this belongs to, where no line of the program made it. A connection was made for its server.
// A handle belongs to its owner: it is made late where a name has to be looked up first.
function note(thing, madeFor) {
  const limit = Error.stackTraceLimit;
  // Reflect: a program may have frozen Error.
  Reflect.set(Error, 'stackTraceLimit', DEPTH);
  const error = new Error();
  Reflect.set(Error, 'stackTraceLimit', limit);
  origins.set(thing, { error, madeAt: clock(), madeFor });
}

const ageOf = (thing) => {
  const origin = origins.get(thing);
  return origin === undefined ? undefined : clock() - origin.madeAt;
};

// The lines of the program itself, the innermost first: 'file:line:column'.
function linesOf(error) {
  const parts = frames(engineStack(error) ?? '');
  const lines = [];
  for (let at = 0; at < parts.length; at += 4) {
    const file = parts[at + 1];
    if (file !== undefined && !file.startsWith('node:')) lines.push(`${file}:${parts[at + 2]}:${parts[at + 3]}`);
  }
  return lines;
}

// Where a thing was made; for one that a package made, also the line of the program that led there.
function placeOf(thing) {
  const origin = origins.get(thing);
  if (origin === undefined) return undefined;
  const [line, ...callers] = linesOf(origin.error);
  if (line === undefined) {
    const behind = origin.madeFor ?? thing.owner;
    return typeof behind === 'object' && behind !== null && behind !== thing ? placeOf(behind) : 'hexloop itself';
  }
  const caller = line.includes('/node_modules/') ? callers.find((each) => !each.includes('/node_modules/')) : undefined;
  return caller === undefined ? line : `${line}, called from ${caller}`;
}

module.exports = { ageOf, note, placeOf };
