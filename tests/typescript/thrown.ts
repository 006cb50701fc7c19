// Uncaught errors show the file as it was written: an enum makes everything move.
enum Level { Low, High }

interface Problem { level: Level }

class Alarm {
  constructor(private readonly problem: Problem) {}

  ring(): never {
    throw new RangeError(`level ${this.problem.level}`);
  }
}
const start = (problem: Problem): never => new Alarm(problem).ring();
try {
  start({ level: Level.High });
} catch (error) {
  const places = (error as Error).stack!.match(/thrown\.ts:\d+:\d+/g);
  console.log((error as Error).message, places!.filter((place) => !place.includes(':13:')));
}
