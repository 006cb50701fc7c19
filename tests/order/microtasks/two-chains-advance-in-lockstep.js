const chain = (name) => {
  let p = Promise.resolve();
  for (let i = 1; i <= 4; i++) p = p.then(() => console.log(name, i));
};
chain('a');
chain('b');
