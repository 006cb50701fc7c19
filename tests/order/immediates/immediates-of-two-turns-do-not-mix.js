function turn(n) {
  setImmediate(() => {
    console.log('turn', n, 'a');
    if (n < 3) turn(n + 1);
  });
  setImmediate(() => console.log('turn', n, 'b'));
}
turn(1);
