// A wrapper calls the function that it replaced, before anything else has used process as an emitter.
for (const name of ['on', 'emit', 'once']) {
  const original = process[name];
  process[name] = function (...args) {
    if (args[0] !== 'exit') console.log(name, typeof args[0]);
    return Reflect.apply(original, this, args);
  };
}
process.on('a', (value) => console.log('a', value));
process.once('b', () => console.log('b'));
console.log(process.emit('a', 1), process.emit('b'), process.emit('b'), process.emit('c'));
process.on('exit', () => console.log('exit'));

// Versions can be added, not changed.
process.versions.electron = '1.2.3';
process.versions.node = 'x';
console.log(process.versions.electron, process.versions.node, Object.isExtensible(process.versions));
