'use strict';
// fs.watch with { recursive: true }: one watch for each folder of the tree. Folders that appear are watched and searched,
// since files may have been made in them before their watch began.

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
  // Watches by folder, relative to the root.
  #watches = new Map();
  // Names that are known, so that what a search finds is told once.
  #known = new Set();

  constructor(root, onEvent, watchOne) {
    this.#root = root;
    this.#onEvent = onEvent;
    this.#watchOne = watchOne;
  }

  // Watches a folder and what is below it; `tell` for one that appeared.
  watchDirectory(directory, emitEvents = false) {
    if (this.#watches.has(directory)) return 0;
    const watch = this.#watchOne(join(this.#root, directory), (eventType, name) => this.#onDirectoryEvent(directory, eventType, name));
    if (typeof watch === 'number') return watch;
    this.#watches.set(directory, watch);
    for (const entry of entriesOf(join(this.#root, directory))) {
      const path = join(directory, entry.name);
      if (emitEvents && !this.#known.has(path)) this.#onEvent('rename', path);
      this.#known.add(path);
      // What cannot be read or is gone already is no reason to end the whole watch.
      if (entry.isDirectory()) this.watchDirectory(path, emitEvents);
    }
    return 0;
  }

  #onDirectoryEvent(directory, eventType, name) {
    name = name.charCodeAt(0) === 0 ? bytesOfName(name).toString() : name;
    const path = join(directory, name);
    // An event without a name is about the folder itself, which the folder above tells.
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
    for (const [path, watch] of this.#watches) {
      if (path !== directory && !path.startsWith(`${directory}/`)) continue;
      watch.stop();
      this.#watches.delete(path);
    }
    for (const path of this.#known) if (path.startsWith(`${directory}/`)) this.#known.delete(path);
  }

  stop() {
    for (const watch of this.#watches.values()) watch.stop();
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
