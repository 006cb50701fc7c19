async function count(name) {
  for (let i = 1; i <= 3; i++) {
    console.log(name, i);
    await null;
  }
}
count('a');
count('b');
