export function w() { return 'w'; }
console.log('w');
