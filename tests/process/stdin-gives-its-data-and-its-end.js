// stdin: hello\nworld
const { stdin } = process;
for (const event of ['end', 'close', 'pause', 'resume', 'error']) stdin.on(event, (...args) => console.log(event, args));
console.log(stdin.fd, stdin.isTTY, stdin.readableFlowing, stdin.isPaused(), stdin.readable);
stdin.on('data', (chunk) => {
  console.log(chunk);
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('job'));
});
console.log(stdin.readableFlowing);
