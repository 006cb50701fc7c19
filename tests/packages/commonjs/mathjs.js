// Expressions, matrices, units, fractions, derivatives, exact numbers.
const { create, all } = require('mathjs');

const math = create(all, { randomSeed: 'a', predictable: true });
console.log(math.evaluate('1.2 * (2 + 4.5)'), math.evaluate('12.7 cm to inch').toString(), math.evaluate('9 / 3 + 2i').toString());
console.log(math.evaluate('det([-1, 2; 3, 1])'), math.format(math.inv([[1, 2], [3, 4]]), 4), math.multiply([[1, 2]], [[3], [4]]));
console.log(math.derivative('x^2 * sin(x)', 'x').toString(), math.simplify('2x + 3x + 0').toString(), math.rationalize('2x/y - y/(x+1)').toString());
console.log(math.fraction(1, 3).add(math.fraction(1, 6)).toFraction(), math.bignumber('0.1').plus('0.2').toString());
const parser = math.parser();
parser.evaluate('f(x, y) = x^y');
console.log(parser.evaluate('f(2, 10)'), math.parse('a + b * 2').transform((node) => (node.isSymbolNode && node.name === 'a' ? new math.ConstantNode(3) : node)).toString());
console.log(math.mean([1, 2, 3, 4]), math.std([2, 4, 6]), math.sqrt(-4).toString(), math.gcd(12, 18), math.isPrime(97));
console.log(math.eigs([[2, 0], [0, 3]]).values, math.lusolve([[1, 1], [1, -1]], [2, 0]), math.sparse([[1, 0], [0, 2]]).toArray());
console.log(math.parse('sqrt(x / 2)').toTex(), math.random(1, 2) >= 1, math.unit('5 km').to('mile').toNumber('mile').toFixed(4));
try {
  math.evaluate('2 +* 3');
} catch (error) {
  console.log(error.message);
}
