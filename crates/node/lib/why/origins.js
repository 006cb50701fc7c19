'use strict';
// --why: records where everything that can keep the loop alive was created.
//
// Loaded before anything else, and only with --why; else boot.js registers an empty module in its place, and nothing calls recordOrigin
// when timers, handles and requests are created. An error keeps the frames, which become text when they are reported (why/report.js).

const { engineStack, frames } = binding('stack');
const clock = binding('loop').now;

// Built-in code may add many frames between a program and a handle: http, tls, streams.
const DEPTH = 64;

const origins = new WeakMap();

// `createdFor`: what the resource belongs to if no line of the program created it. A connection is created for its server.
// A handle belongs to its owner: it is created late if a name has to be looked up first.
function recordOrigin(resource, createdFor) {
  const limit = Error.stackTraceLimit;
  // Reflect: a program may have frozen Error.
  Reflect.set(Error, 'stackTraceLimit', DEPTH);
  const error = new Error();
  Reflect.set(Error, 'stackTraceLimit', limit);
  origins.set(resource, { error, createdAt: clock(), createdFor });
}

const ageOf = (resource) => {
  const origin = origins.get(resource);
  return origin === undefined ? undefined : clock() - origin.createdAt;
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

// Where a resource was created; for one created by a package, also the calling line of the program.
function locationOf(resource) {
  const origin = origins.get(resource);
  if (origin === undefined) return undefined;
  const [line, ...callers] = linesOf(origin.error);
  if (line === undefined) {
    const owner = origin.createdFor ?? resource.owner;
    return typeof owner === 'object' && owner !== null && owner !== resource ? locationOf(owner) : 'hexloop itself';
  }
  const caller = line.includes('/node_modules/') ? callers.find((each) => !each.includes('/node_modules/')) : undefined;
  return caller === undefined ? line : `${line}, called from ${caller}`;
}

module.exports = { ageOf, recordOrigin, locationOf };
