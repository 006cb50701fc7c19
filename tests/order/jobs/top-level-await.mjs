// Promise jobs of `await` at the top level of a module.
let round = 0;
let steps = 0;
const start = () => {
  round = 0;
  const mine = ++steps;
  const step = () => {
    round++;
    if (round < 24 && mine === steps) Promise.resolve().then(step);
  };
  Promise.resolve().then(step);
};
const thenable = (value) => ({ then(resolve) { resolve(value); } });

start();
await 1;
console.log('value', round);
start();
await Promise.resolve(1);
console.log('promise', round);
start();
await thenable(1);
console.log('thenable', round);
start();
await thenable(Promise.resolve(1));
console.log('thenable of a promise', round);
start();
try {
  await Promise.reject(1);
} catch {
  console.log('rejected promise', round);
}
start();
for await (const value of [1, 2]) console.log('for await', value, round);
