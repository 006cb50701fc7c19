for (const set of [setTimeout, setInterval, setImmediate]) {
  for (const bad of [undefined, 'code()', null]) {
    try {
      set(bad, 1);
    } catch (error) {
      console.log(set.name, error.code);
    }
  }
}
