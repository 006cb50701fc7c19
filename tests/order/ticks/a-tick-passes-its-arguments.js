process.nextTick((...args) => console.log('none', args.length));
process.nextTick((a) => console.log('one', a), 'a');
process.nextTick((a, b, c) => console.log('three', a, b, c), 'a', 'b', 'c');
process.nextTick((...args) => console.log('six', args.join('')), 1, 2, 3, 4, 5, 6);
process.nextTick((...args) => console.log('undefined counts', args.length), undefined);
