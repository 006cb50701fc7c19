import dep from 'dep';
console.log(dep);
