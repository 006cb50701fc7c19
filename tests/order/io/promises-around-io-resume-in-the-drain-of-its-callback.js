const { promisify } = require('util');
const { readFile } = require('fs');
async function main() {
  console.log('asks');
  const text = await promisify(readFile)(__filename, 'utf8');
  console.log('has it', text.includes('asks'));
  setImmediate(() => console.log('immediate'));
  setTimeout(() => console.log('timer'), 0);
  process.nextTick(() => console.log('tick'));
  await null;
  console.log('after one job');
}
main();
console.log('script');
