for (const name of ['fs', 'path', 'events', 'util', 'timers', 'timers/promises']) {
  console.log(name, require(name) === require(`node:${name}`));
}
