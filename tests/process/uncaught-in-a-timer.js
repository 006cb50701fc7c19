setTimeout(() => { throw new Error("timer"); }, 1);
