console.log(typeof arguments);
function f() { return arguments.length; }
console.log(f(1, 2), (() => { try { return arguments; } catch (e) { return e.message; } })());
