// The engine hides a line, a column and a sourceURL on every error. A program must not see them, and must see its own.
const seen = (error) => {
  try {
    throw error;
  } catch (caught) {
    return [Object.keys(caught), JSON.stringify(caught), caught.line, caught.column, Object.getOwnPropertyNames(caught).sort()];
  }
};
const thrown = (run) => {
  try {
    return run();
  } catch (caught) {
    return [Object.getOwnPropertyNames(caught).sort(), caught.line, caught.message];
  }
};
class Bare extends Error {}
class BareOfBare extends Bare {}
class Written extends TypeError {
  constructor(message, line) {
    super(message);
    this.line = line;
    this.sourceURL = 'page.html';
  }
}

for (const Kind of [Error, RangeError, Bare, BareOfBare]) {
  console.log(Kind.name, ...seen(new Kind('plain')));
  console.log(Kind.name, ...seen(Object.assign(new Kind('placed'), { line: 7, column: 9 })));
  console.log(Kind.name, ...seen(Object.assign(new Kind('half'), { line: undefined })));
}
console.log(...seen(new Written('written', 3)));
console.log(...seen([1].map(() => new Error('from a native call'))[0]));
console.log(...seen(new Function('return new Error("made by code without a file")')()));
console.log(...seen(Object.assign(new SyntaxError('of a parser'), { line: 1e6 })));
console.log(...thrown(() => null.x));
console.log(...thrown(new Function('null.x')));
console.log(...thrown(() => (0, eval)('missing')));
console.log(thrown(() => JSON.parse('{')).slice(0, 2));
console.log(thrown(() => new Function('let = ;')).slice(0, 2), thrown(() => (0, eval)('let = ;')).slice(0, 2));
