'use strict';
console.log({ plain: 1, $dollar: 2, _under: 3, 'with-dash': 4, 'with space': 5, '1digit': 6, 2: 7, '': 8, "it's": 9, 'é': 10 });
console.log({ ['__proto__']: 1 });
console.log({ 'a"b': 1, "a'b": 2, 'a\nb': 3, 'a\\b': 4 });
console.log({ 10: 'ten', 9: 'nine', b: 'b', a: 'a', '-1': 'minus', '01': 'octal' });
console.log({ constructor: 1 }, { toString: 1 }, { constructor: Map });
console.log({ undefined: undefined, null: null, true: true, class: 1, function: 2 });
