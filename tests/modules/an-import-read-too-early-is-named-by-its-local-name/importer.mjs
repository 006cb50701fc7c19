import value, { late as mine, late, lateFunction, Late } from './exporter.mjs';
import * as namespace from './exporter.mjs';

const reads = [
  () => mine, () => late, () => mine.x, () => mine(), () => new Late(), () => namespace.late, () => lateFunction(),
  () => `${mine}`, () => ({ mine }), () => typeof mine, () => 1 + mine, () => [1, mine], () => value,
];
for (const read of reads) {
  try {
    read();
    console.log('none');
  } catch (error) {
    console.log(error.name, error.message);
  }
}

function inner() {
  return 1 + mine;
}
try {
  inner();
} catch (error) {
  console.log(error.stack.split('\n').slice(0, 3).map((line) => line.replace(/^ +at /, '').replace(/file:.*\//, '')).join(', '));
}
(async () => mine)().catch(({ message }) => console.log(message));
