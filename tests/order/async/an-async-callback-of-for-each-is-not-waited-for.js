[1, 2, 3].forEach(async (n) => {
  console.log('begin', n);
  await null;
  console.log('end', n);
});
console.log('after forEach');
