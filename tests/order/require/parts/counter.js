console.log('counter loads');
exports.loads = (exports.loads || 0) + 1;
