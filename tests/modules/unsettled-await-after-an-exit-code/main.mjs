process.exitCode = 3;
await new Promise(() => {});
