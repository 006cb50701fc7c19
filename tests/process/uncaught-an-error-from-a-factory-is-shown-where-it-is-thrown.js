const make = (text) => new Error(text);

function work() {
  throw make('from a factory');
}
work();
