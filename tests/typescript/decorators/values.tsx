// Decorators beside what is printed anew: enums, parameter properties, JSX.
const React = { createElement: (type: any, props: any, ...children: any[]) => ({ type: typeof type === 'string' ? type : type.name, props, children }) };
enum Color { Red, Green = 'green' }
const tag = (color: Color) => (value: any, context: any) => { console.log(context.kind, context.name, color); };
@tag(Color.Green)
class View {
  constructor(private title: string, readonly size = 2) {}
  @tag(Color.Red) render() { return <div id={this.title}><b>{this.size}</b></div>; }
  @tag(Color.Red) accessor state = <View2 />;
}
function View2() { return null; }
console.log(JSON.stringify(new View('t').render()), new View('u').state);
