let outer = 0;
const a = setInterval(() => {
  outer += 1;
  console.log('outer', outer);
  if (outer === 1) {
    let inner = 0;
    const b = setInterval(() => {
      inner += 1;
      console.log('inner', inner);
      if (inner === 3) clearInterval(b);
    }, 3);
  }
  if (outer === 4) clearInterval(a);
}, 3);
