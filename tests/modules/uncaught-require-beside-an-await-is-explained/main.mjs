await 0;
console.log(module);
