// Identifiers made from names are fixed; made from time and chance they have a shape.
import { v1, v3, v4, v5, v6, v7, parse, stringify, validate, version, NIL, MAX, v1ToV6 } from 'uuid';

console.log(v5('hello.example.com', v5.DNS), v3('hello.example.com', v3.DNS), v5('x', '1b671a64-40d5-491e-99b0-da01ff1f3341'));
const fixed = { random: Uint8Array.from({ length: 16 }, (_, index) => index * 7), msecs: 1_700_000_000_000, nsecs: 5, seq: 77, clockseq: 0x1234, node: [1, 2, 3, 4, 5, 6] };
for (const make of [v1, v4, v6, v7]) console.log(make.name, make(fixed));
for (const make of [v1, v4, v6, v7]) {
  const id = make();
  console.log(validate(id), version(id), id.length);
}
console.log(new Set(Array.from({ length: 1000 }, () => v4())).size, v7() < v7());
const bytes = parse('6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b');
console.log(Buffer.from(bytes).toString('hex'), stringify(bytes), v1ToV6(v1(fixed)));
console.log(NIL, MAX, validate('not'), validate(NIL));
try {
  parse('nope');
} catch (error) {
  console.log(error.name, error.message);
}
