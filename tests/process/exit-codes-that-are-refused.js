const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message); } };
for (const code of ['a', '', 1.5, {}, true, NaN, 10n, '1.5', [], () => {}]) {
  attempt(() => { process.exitCode = code; });
  attempt(() => process.exit(code));
}
for (const code of [0, 7, '8', null, undefined, -1, 256, '0x10', ' 4 ']) {
  attempt(() => { process.exitCode = code; return process.exitCode; });
}
process.exitCode = 0;
