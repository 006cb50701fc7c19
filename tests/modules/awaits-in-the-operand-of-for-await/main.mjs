// Every await of the operand counts, and each function's source is as written.
const list = (...values) => Promise.resolve(values);
const other = list(5);
const truthy = 1;
let later;
for await (const v of await list(1, 2)) console.log(v);
{ for await (const v of await list(3)) console.log(v); }
for await (const v of truthy && await other) console.log(v);
for await (const v of await (await list(list(6)))[0]) console.log(v);
for await (const v of (await list(7), await list(8))) console.log(v);
label: for await (const v of await list(9, 10)) { for await (const w of await list(v)) { console.log(w); continue label; } }
later ||= await list(11);
for await (const f of [async () => await other, async function* () { for await (const v of await other) yield v }]) console.log(String(f));
async function inside() { for await (const v of await list(12)) console.log(v); for await (const v of truthy && await other) console.log(v); }
await inside();
console.log(later, await (await inside(), later));
export default async () => await later;
