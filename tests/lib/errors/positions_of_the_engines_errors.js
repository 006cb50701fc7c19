// Where the engine's own errors point, which the engine itself records elsewhere for some of them.
const x = 1;
const nothing = undefined;

function check(run) {
  try {
    run();
  } catch (error) {
    const [header, first] = error.stack.split('\n');
    console.log(header, '|', /:(\d+:\d+)\)?$/.exec(first)[1]);
  }
}

check(() => {
  String('x', x);
  x++;
});
check(() => {
  String(x);
  x = 2;
});
check(() => { x += 2; });
check(() => { [x] = [2]; });
check(() => { ({ a: x } = {}); });
check(() => {
  String(1);
  early;
  let early;
});
check(() => { String(early); let early; });
check(() => { early.x; let early; });
check(() => { early(); let early; });
check(() => { const { a } = null; return a; });
check(() => { const { a } = nothing; return a; });
check(() => { for (const a of 5) String(a); });
check(() => [...null]);
check(() => [...nothing]);
