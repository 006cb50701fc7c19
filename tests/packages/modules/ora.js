// A spinner where there is no terminal: it prints lines to the stream given, and its promise form.
import ora, { oraPromise, spinners } from 'ora';

const spinner = ora({ text: 'loading', stream: process.stdout, isEnabled: false, discardStdin: false }).start();
spinner.text = 'still loading';
console.log(spinner.isSpinning, spinner.indent, spinner.frame().includes('still loading'));
spinner.succeed('loaded');
ora({ stream: process.stdout, isEnabled: false, prefixText: '[x]' }).start('second').fail();
ora({ stream: process.stdout, isEnabled: false }).warn('careful').info('for your information').stopAndPersist({ symbol: '*', text: 'kept' });
console.log(await oraPromise(async () => 5, { text: 'promise', stream: process.stdout, isEnabled: false, successText: (value) => `got ${value}` }));
await oraPromise(Promise.reject(new Error('no')), { text: 'bad', stream: process.stdout, isEnabled: false, failText: (error) => `failed: ${error.message}` }).catch(() => {});
console.log(spinners.dots.frames.length, spinners.dots.interval);
