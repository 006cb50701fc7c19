var all = { alpha: 'alpha', beta: 'beta' };
module.exports = all;
0 && (module.exports = { alpha, beta });
