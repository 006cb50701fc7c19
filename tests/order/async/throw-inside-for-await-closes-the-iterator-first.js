const iterable = {
  [Symbol.asyncIterator]() {
    return {
      next: async () => ({ value: 1, done: false }),
      return: async () => { console.log('closed'); return {}; },
    };
  },
};
(async () => {
  try {
    for await (const n of iterable) throw new Error(`at ${n}`);
  } catch (error) {
    console.log('caught', error.message);
  }
})();
