function deeper() {
  throw new TypeError('deep down');
}

function caller() {
  deeper();
}

caller();
