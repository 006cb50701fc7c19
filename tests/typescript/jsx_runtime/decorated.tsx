// The automatic runtime beside decorators and namespaces.
namespace Parts { export let Title = ({ children }: any) => <h1>{children}</h1>; }
const bold = (method: any, _: any) => function (this: any) { return <b>{method.call(this)}</b>; };
class Page { @bold render() { return <Parts.Title>page</Parts.Title>; } accessor title = <Parts.Title>{2}</Parts.Title>; }
console.log(new Page().render(), new Page().title);
