Array.fromAsync([3, 1, 2].map((n) => new Promise((resolve) => setTimeout(() => {
  console.log('settled', n);
  resolve(n);
}, n * 30)))).then((all) => console.log(all.join()));
