// How many promise jobs the algorithms of sources, sinks and transformers cost, by what they return; and when each step of for await runs.
const idle = () => new Promise((resolve) => { setImmediate(resolve); });
const returns = {
  nothing: () => undefined,
  resolved: () => Promise.resolve(),
  async: async () => {},
  asyncThatWaits: async () => { await null; },
};

async function jobsOf(start) {
  await idle();
  let jobs = 0;
  let counting = true;
  const count = () => {
    if (!counting || jobs === 60) return;
    jobs++;
    queueMicrotask(count);
  };
  const stop = () => { counting = false; };
  const promise = start();
  queueMicrotask(count);
  await promise.then(stop, stop);
  return jobs;
}

const full = { highWaterMark: 5 };
const calls = {
  write: (run) => { const writer = new WritableStream({ write: run }).getWriter(); return () => writer.write(1); },
  close: (run) => { const writer = new WritableStream({ close: run }).getWriter(); return () => writer.close(); },
  abort: (run) => { const writer = new WritableStream({ abort: run }).getWriter(); return () => writer.abort(); },
  cancel: (run) => { const stream = new ReadableStream({ cancel: run }); return () => stream.cancel(); },
  cancelBytes: (run) => { const stream = new ReadableStream({ type: 'bytes', cancel: run }); return () => stream.cancel(); },
  transform: (run) => { const writer = new TransformStream({ transform: run }, undefined, full).writable.getWriter(); return () => writer.write(1); },
  flush: (run) => { const writer = new TransformStream({ flush: run }, undefined, full).writable.getWriter(); return () => writer.close(); },
  cancelTransform: (run) => { const stream = new TransformStream({ cancel: run }, undefined, full).readable; return () => stream.cancel(); },
  abortTransform: (run) => { const stream = new TransformStream({ cancel: run }, undefined, full).writable; return () => stream.abort(); },
};

let jobs;
async function steps(name, makeStream) {
  jobs = 0;
  let counting = true;
  const seen = [];
  const count = () => {
    if (!counting || jobs === 300) return;
    jobs++;
    queueMicrotask(count);
  };
  queueMicrotask(count);
  try {
    for await (const chunk of makeStream(seen)) seen.push(`${jobs}:${chunk}`);
  } catch (error) {
    seen.push(`${jobs}:${error.message}`);
  }
  seen.push(`${jobs}:end`);
  counting = false;
  await idle();
  console.log(name, seen.join(' '));
}

(async () => {
  for (const name of Object.keys(calls)) {
    const counts = [];
    for (const kind of Object.keys(returns)) counts.push(`${kind} ${await jobsOf(calls[name](returns[kind]))}`);
    console.log(name, counts.join(', '));
  }
  for (const highWaterMark of [0, 1, 2]) {
    let i;
    const next = (controller, seen) => {
      seen.push(`${jobs}:pull`);
      if (i < 5) controller.enqueue(i++);
      else controller.close();
    };
    const source = (pull, rest = {}) => (seen) => {
      i = 0;
      return new ReadableStream({ ...rest, pull: (controller) => pull(controller, seen) }, { highWaterMark });
    };
    await steps(`at once ${highWaterMark}`, source(next));
    await steps(`after a job ${highWaterMark}`, source(async (controller, seen) => { await null; next(controller, seen); }));
    await steps(`after three ${highWaterMark}`, source(async (controller, seen) => { await null; await null; await null; next(controller, seen); }));
    await steps(`then waits ${highWaterMark}`, source(async (controller, seen) => { next(controller, seen); await null; await null; }));
    await steps(`by immediates ${highWaterMark}`, source(async (controller, seen) => { await idle(); jobs = 0; next(controller, seen); }));
    await steps(`fails ${highWaterMark}`, source((controller, seen) => (i === 2 ? controller.error(new Error('failed')) : next(controller, seen))));
    await steps(`bytes ${highWaterMark}`, source((controller) => {
      if (i++ < 3) controller.enqueue(new Uint8Array([i]));
      else controller.close();
    }, { type: 'bytes' }));
  }
})();
