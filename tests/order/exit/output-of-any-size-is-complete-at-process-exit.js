const line = 'x'.repeat(99);
for (let i = 0; i < 720; i++) console.log(line);
process.exit();
