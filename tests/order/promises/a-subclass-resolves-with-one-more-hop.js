class Mine extends Promise {}
const mine = Mine.resolve('mine');
Promise.resolve(mine).then((v) => console.log(v));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3));
console.log(Promise.resolve(mine) === mine);
