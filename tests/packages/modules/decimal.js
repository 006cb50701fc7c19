// Decimal numbers with a chosen precision.
import { Decimal } from 'decimal.js';

Decimal.set({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
const x = new Decimal('0.1');
console.log(x.plus(0.2).toString(), x.times(3).eq('0.3'), Decimal.sqrt(2).toString());
console.log(new Decimal(2).pow(0.5).toFixed(20), Decimal.exp(1).toString(), Decimal.ln(10).toSignificantDigits(15).toString());
console.log(Decimal.acos(-1).toString(), Decimal.sin(1).toString(), new Decimal(27).cbrt().toNumber());
console.log(new Decimal('0xff.8').toString(), new Decimal(255.5).toHexadecimal(), new Decimal('1e-7').toString(), new Decimal(1e21).toFixed());
console.log(new Decimal('-5.5').abs().ceil().toString(), new Decimal(7).div(3).toDecimalPlaces(3).toString(), Decimal.hypot(3, 4).toString(), new Decimal(17).mod(5).toString());
const Coarse = Decimal.clone({ precision: 5 });
console.log(new Coarse(1).div(3).toString(), Decimal.max(1, '3', x).toString(), new Decimal(NaN).isNaN(), `${new Decimal(0.5).toFraction()}`);
console.log([3, 1, 2].map((n) => new Decimal(n)).sort((a, b) => a.cmp(b)).join(), JSON.stringify({ x }));
try {
  new Decimal('12,5');
} catch (error) {
  console.log(error.message);
}
