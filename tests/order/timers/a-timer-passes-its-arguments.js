setTimeout((...args) => {
  console.log('timeout', args);
  let turns = 0;
  const id = setInterval((a, b) => {
    console.log('interval', a, b);
    if (++turns < 2) return;
    clearInterval(id);
    setImmediate((...rest) => console.log('immediate', rest.length), 1, 2, 3);
  }, 1, 'x', 'y');
}, 1, 'a', { b: 2 }, undefined);
