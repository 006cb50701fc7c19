export {};
console.log('lib');
