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
  const tree = new Tree(root, onEvent, watchOne);
  const failure = tree.enter('');
  if (failure < 0) return failure;
  return { stop: () => tree.stop() };
}

class Tree {
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
  enter(folder, tell = false) {
    if (this.#watches.has(folder)) return 0;
    const watch = this.#watchOne(join(this.#root, folder), (eventType, name) => this.#changed(folder, eventType, name));
    if (typeof watch === 'number') return watch;
    this.#watches.set(folder, watch);
    for (const entry of entriesOf(join(this.#root, folder))) {
      const path = join(folder, entry.name);
      if (tell && !this.#known.has(path)) this.#onEvent('rename', path);
      this.#known.add(path);
      // What cannot be read or is gone already is no reason to end the whole watch.
      if (entry.isDirectory()) this.enter(path, tell);
    }
    return 0;
  }

  #changed(folder, eventType, name) {
    name = name.charCodeAt(0) === 0 ? bytesOfName(name).toString() : name;
    const path = join(folder, name);
    // An event without a name is about the folder itself, which the folder above tells.
    if (folder !== '' && !fs.existsSync(join(this.#root, folder))) {
      this.#leave(folder);
      if (!this.#known.has(path)) return;
    }
    const kind = eventType === 'rename' ? fs.lstatSync(join(this.#root, path), { throwIfNoEntry: false }) : null;
    if (kind === null) {
      if (this.#known.has(path)) this.#onEvent(eventType, path);
      return;
    }
    if (kind === undefined) {
      if (this.#known.delete(path)) this.#onEvent('rename', path);
      this.#leave(path);
      return;
    }
    if (!this.#known.has(path)) {
      this.#known.add(path);
      this.#onEvent('rename', path);
    }
    if (kind.isDirectory()) this.enter(path, true);
  }

  #leave(folder) {
    for (const [path, watch] of this.#watches) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue;
      watch.stop();
      this.#watches.delete(path);
    }
    for (const path of this.#known) if (path.startsWith(`${folder}/`)) this.#known.delete(path);
  }

  stop() {
    for (const watch of this.#watches.values()) watch.stop();
    this.#watches.clear();
  }
}

function entriesOf(folder) {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

module.exports = { watchTree };
