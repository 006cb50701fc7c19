export {};
console.log('pkg');
