for (let i = 0; i < 5; i++) setImmediate((n) => console.log('immediate', n), i);
