const first = setTimeout(() => console.log('first'), 5);
setTimeout(() => console.log('second'), 5);
first.refresh();
