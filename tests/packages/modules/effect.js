// Fibers, retries, scopes and streams.
import { Cause, Duration, Effect, Exit, Fiber, Schedule, Stream } from 'effect';

let tries = 0;
const flaky = Effect.suspend(() => (++tries < 3 ? Effect.fail('not yet') : Effect.succeed(tries)));
const program = Effect.gen(function* () {
  console.log(yield* Effect.retry(flaky, Schedule.recurs(5)));
  console.log(yield* Effect.all([Effect.succeed(1), Effect.delay(Effect.succeed(2), Duration.millis(3))], { concurrency: 'unbounded' }));
  const fiber = yield* Effect.forkChild(Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => console.log('interrupted')))));
  yield* Effect.yieldNow;
  yield* Fiber.interrupt(fiber);
  console.log(yield* Stream.runCollect(Stream.range(1, 5).pipe(Stream.map((n) => n * n), Stream.filter((n) => n % 2 === 1))));
  return yield* Effect.fail(new Error('in the end'));
});
const exit = await Effect.runPromiseExit(program);
console.log(Exit.isFailure(exit), Exit.isFailure(exit) && Cause.squash(exit.cause).message);
