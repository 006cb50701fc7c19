// A queue with priorities, pauses, events, timeouts and cancellation.
import PQueue from 'p-queue';

const queue = new PQueue({ concurrency: 1, autoStart: false });
const order: string[] = [];
const task = (name: string) => async (): Promise<string> => { order.push(name); return name; };
const results = Promise.all([queue.add(task('low'), { priority: 0 }), queue.add(task('high'), { priority: 10 }), queue.add(task('middle'), { priority: 5 })]);
console.log(queue.size, queue.pending, queue.isPaused);
queue.addEventListener('active', () => order.push(`(${queue.size} wait)`));
queue.addEventListener('idle', () => console.log('idle'), { once: true });
queue.addEventListener('completed', (event) => order.push(`${event.detail} completed`));
queue.start();
console.log(await results, order);
await queue.onIdle();

const aborter = new AbortController();
const wide = new PQueue({ concurrency: 2, timeout: 20 });
const slow = wide.add(() => new Promise((resolve) => { setTimeout(resolve, 300).unref(); }));
const ended = wide.add(() => 'x', { signal: AbortSignal.abort(new Error('aborted before')) });
const [late, aborted] = await Promise.allSettled([slow, ended]);
console.log(late.status, (late as PromiseRejectedResult).reason.name, aborted.status, (aborted as PromiseRejectedResult).reason.message);
console.log(await wide.addAll([() => 1, async () => 2]), await wide.add(({ signal }) => signal === aborter.signal, { signal: aborter.signal }));
await wide.add(async () => { throw new Error('inside'); }).catch((error: Error) => console.log(error.message));
wide.pause();
const cleared = wide.add(() => 'cleared').catch((error: Error) => error.name);
wide.clear();
console.log(await cleared);
console.log(wide.size, wide.concurrency);
