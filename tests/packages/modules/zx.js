// Shell scripts in JavaScript: quoting, pipes, exit codes.
import { $, within, quote } from 'zx';

$.verbose = false;
console.log((await $`echo ${'a b'} ${['c', "d'e"]}`).stdout.trim(), quote("it's"));
console.log((await $`printf 'b\na\n'`.pipe($`sort`)).lines());
console.log((await $({ nothrow: true })`echo oops >&2; exit 3`).exitCode);
await $`exit 4`.catch((error) => console.log(error.exitCode));
await within(async () => {
  $.cwd = '/';
  console.log((await $`pwd`).text().trim());
});
console.log((await $({ input: 'from here' })`cat`).stdout, $.sync`echo sync`.stdout.trim());
