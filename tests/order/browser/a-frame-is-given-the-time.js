// profile: browser
let first;
requestAnimationFrame((now) => { first = now; console.log(typeof now); });
requestAnimationFrame((now) => console.log('the same for all of one opportunity', now === first));
