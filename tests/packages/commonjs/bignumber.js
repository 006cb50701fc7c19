// Arbitrary precision of bignumber.js.
const { BigNumber } = require('bignumber.js');

BigNumber.config({ DECIMAL_PLACES: 30, ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN });
const tenth = new BigNumber('0.1');
console.log(tenth.plus('0.2').toString(), 0.1 + 0.2);
console.log(new BigNumber(2).sqrt().toString(), new BigNumber(1).div(7).toFixed());
console.log(new BigNumber('123456789012345678901234567890').times('987654321').toFormat(2));
console.log(new BigNumber('ff.8', 16).toString(), new BigNumber(255).toString(2), new BigNumber('1e500').times(2).toString());
console.log(new BigNumber('-1.5').integerValue().toNumber(), new BigNumber('2.5').dp(0).toString(), new BigNumber(7).mod(3).toString());
console.log(new BigNumber(3).pow(200).toFixed(), new BigNumber('0.00001234').toExponential(2));
console.log(BigNumber.max(1, '3', tenth).toString(), tenth.comparedTo(1), tenth.isLessThan('0.11'));
try {
  console.log(new BigNumber('x').isNaN());
} catch (error) {
  console.log(error.message);
}
console.log(new BigNumber('3.14159').toFraction(1000).map(String), JSON.stringify({ tenth }), tenth.c, tenth.e, tenth.s);
