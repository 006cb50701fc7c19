console.log('dep.cjs'); module.exports = 'cjs';
