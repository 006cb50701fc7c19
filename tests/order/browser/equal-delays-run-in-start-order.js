// profile: browser
for (const name of 'abc') setTimeout((n) => console.log(n), 5, name);
setTimeout(() => console.log('later'), 40);
