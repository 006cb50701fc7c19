// Files of several languages formatted by prettier, its options and its errors.
import * as prettier from 'prettier';

const format = async (parser, source, options) => console.log(`-- ${parser}\n${await prettier.format(source, { parser, ...options })}`);
await format('babel', 'const {a,b}=require("x"); async function f(){ return a?.b??await Promise.all([one(),two(),three_long_name(),four_long_name()]) }', { singleQuote: true });
await format('typescript', 'enum A{x=1} abstract class B<T extends object=any> implements C{ constructor(private readonly a?:string){super()} @dec() m<K>():K|undefined{return <any>this} }');
await format('babel', 'const e = <div className="x" {...p}>{list.map(i=><Item key={i} onClick={()=>go(i)} long="attribute value here">text</Item>)}</div>');
await format('css', 'a{color:RED;margin:0 0 0 0}@media (max-width:100px){b>c,d{top:0}}');
await format('markdown', '# T\n* a\n* b\n\n|a|b|\n|-|-|\n|1|long cell|\n```js\nlet  x=1\n```\n');
await format('json', '{"b":1,"a":[1,2,{"c":null}]}');
await format('yaml', 'a:   1\nb:\n    - x\n    -   y\n');
await format('html', '<!doctype html><html><body><p>text <b>bold</b></p><script>let  a=1</script></body></html>');
await format('graphql', 'query Q($a:Int){b(c:$a){...d}}');
console.log(await prettier.check('let a = 1;\n', { parser: 'babel' }), (await prettier.getFileInfo('x.tsx')).inferredParser);
console.log(await prettier.formatWithCursor('let  a', { parser: 'babel', cursorOffset: 6 }));
await prettier.format('let x = ;', { parser: 'babel' }).catch((error) => console.log(error.message));
