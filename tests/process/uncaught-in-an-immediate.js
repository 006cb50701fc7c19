setImmediate(() => { throw new Error("immediate"); });
