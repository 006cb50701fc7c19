// stdin: abcdef
process.stdin.on('readable', () => {
  let chunk;
  while ((chunk = process.stdin.read()) !== null) console.log(String(chunk));
});
process.stdin.on('end', () => console.log('end'));
