'use strict';
// A main program that is an ES module: a file, or the source of -e and standard input; before it, the --import modules.
//
// Everything runs in promise jobs, so at the top level of a module promise callbacks run before ticks. If the loop runs out of work
// while the program still awaits, the exit code is 13 and stderr shows where it awaits.

const globals = require('globals');
const { arrayPush, stringEndsWith } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { loadSourceGraph } = require('module/esm/load');
const { importNamespace, run, relay } = require('module/esm/dynamic_import');
const { EVALUATING_ASYNC } = require('module/esm/record');

// Node's exit code for a top-level await that never settled.
const UNSETTLED_TOP_LEVEL_AWAIT = 13;

let isPending = false;
let entry = null;

async function runEntry(start) {
  isPending = true;
  // Loaded for the exit code.
  require('process/exit');
  try {
    const parentUrl = `${binding('modules').pathToFileUrl(globals.process.cwd())}/`;
    for (const specifier of each(binding('modules').preloads())) await relay(importNamespace(specifier, parentUrl, undefined));
    await start();
    isPending = false;
  } catch (error) {
    isPending = false;
    require('process/fatal').triggerUncaught(error, true);
  }
}

// The program's own file.
function runFile(url) {
  runEntry(() => relay(importNamespace(url, undefined, undefined, (record) => { entry = record; })));
}

function runSource(source, url) {
  runEntry(() => relay(runSourceGraph(source, url)));
}

// In Node, source on the command line is the main module only if it is declared a module.
async function runSourceGraph(source, url) {
  const isMain = !stringEndsWith(url, ']') || binding('module').inputType?.() === 'module';
  entry = loadSourceGraph(source, url, isMain, false);
  await run(entry);
}

// Called when the loop has run out of work: returns 13 and prints a warning if the program still awaits.
function unsettledExitCode() {
  if (!isPending) return undefined;
  for (const record of each(stalledModules())) {
    binding('stdio').write(2, `Warning: Detected unsettled top-level await at ${locationOf(record)}\n\n\n\n`);
  }
  return UNSETTLED_TOP_LEVEL_AWAIT;
}

// The modules of the graph that have started and await.
function stalledModules() {
  const stalled = [];
  const seen = new SafeSet(entry === null ? [] : [entry]);
  for (const record of each(seen)) {
    if (record.status === EVALUATING_ASYNC && record.hasTopLevelAwait && record.pendingDependencies === 0) arrayPush(stalled, record);
    for (const requested of each(record.requested)) seen.add(requested);
  }
  return stalled;
}

// `url:line`, the line, a caret.
function locationOf({ url, awaitPosition: { line, column } }) {
  const text = binding('stack').sourceLine(url, line);
  if (text === undefined) return `${url}:${line}`;
  return `${url}:${line}\n${text}\n${replaceIn(sliceOf(text, 0, column - 1), /[^\t]/g, ' ')}^`;
}

module.exports = { runFile, runSource, unsettledExitCode };
