const begun = process.hrtime.bigint();
for (const delay of [1, 4, 9, 16, 25]) {
  setTimeout(() => {
    // The loop's clock counts whole milliseconds, so a start may lie up to 1 ms before the tick it is counted from.
    const passed = Number(process.hrtime.bigint() - begun) / 1e6;
    console.log(delay, passed >= delay - 1 ? 'not early' : `early: ${passed}`);
  }, delay);
}
