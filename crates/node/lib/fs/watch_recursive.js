'use strict';
// fs.watch with { recursive: true }: one watch per directory of the tree. A new directory is watched and then listed, as files
// may have been created in it before its watch started.

const { stringCharCodeAt, stringStartsWith } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { each, valuesOf } = require('core/safe/walk');
const fs = require('fs');
const { join } = require('path');
const { bytesOfName } = require('fs/arguments');

function watchTree(root, onEvent) {
  const { watchOne } = require('fs/watch');
  const found = fs.statSync(root);
  if (!found.isDirectory()) return watchOne(root, onEvent);
  const watcher = new TreeWatcher(root, onEvent, watchOne);
  const failure = watcher.watchDirectory('');
  if (failure < 0) return failure;
  return { stop: () => watcher.stop() };
}

class TreeWatcher {
  #root;
  #onEvent;
  #watchOne;
  // Watches by directory, relative to the root.
  #watches = new SafeMap();
  // Known paths, so that each one found by listing is reported once.
  #known = new SafeSet();

  constructor(root, onEvent, watchOne) {
    this.#root = root;
    this.#onEvent = onEvent;
    this.#watchOne = watchOne;
  }

  // Watches a directory and everything below it; `emitEvents` for a new one.
  watchDirectory(directory, emitEvents = false) {
    if (this.#watches.has(directory)) return 0;
    const watch = this.#watchOne(join(this.#root, directory), (eventType, name) => this.#onDirectoryEvent(directory, eventType, name));
    if (typeof watch === 'number') return watch;
    this.#watches.set(directory, watch);
    for (const entry of each(entriesOf(join(this.#root, directory)))) {
      const path = join(directory, entry.name);
      if (emitEvents && !this.#known.has(path)) this.#onEvent('rename', path);
      this.#known.add(path);
      // A directory that cannot be read or is gone does not end the whole watch.
      if (entry.isDirectory()) this.watchDirectory(path, emitEvents);
    }
    return 0;
  }

  #onDirectoryEvent(directory, eventType, name) {
    name = stringCharCodeAt(name, 0) === 0 ? bytesOfName(name).toString() : name;
    const path = join(directory, name);
    // An event without a name is about the directory itself, which its parent reports.
    if (directory !== '' && !fs.existsSync(join(this.#root, directory))) {
      this.#unwatchDirectory(directory);
      if (!this.#known.has(path)) return;
    }
    const stats = eventType === 'rename' ? fs.lstatSync(join(this.#root, path), { throwIfNoEntry: false }) : null;
    if (stats === null) {
      if (this.#known.has(path)) this.#onEvent(eventType, path);
      return;
    }
    if (stats === undefined) {
      if (this.#known.delete(path)) this.#onEvent('rename', path);
      this.#unwatchDirectory(path);
      return;
    }
    if (!this.#known.has(path)) {
      this.#known.add(path);
      this.#onEvent('rename', path);
    }
    if (stats.isDirectory()) this.watchDirectory(path, true);
  }

  #unwatchDirectory(directory) {
    for (const { 0: path, 1: watch } of each(this.#watches)) {
      if (path !== directory && !stringStartsWith(path, `${directory}/`)) continue;
      watch.stop();
      this.#watches.delete(path);
    }
    for (const path of each(this.#known)) if (stringStartsWith(path, `${directory}/`)) this.#known.delete(path);
  }

  stop() {
    for (const watch of each(valuesOf(this.#watches))) watch.stop();
    this.#watches.clear();
  }
}

function entriesOf(directory) {
  try {
    return fs.readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

module.exports = { watchTree };
