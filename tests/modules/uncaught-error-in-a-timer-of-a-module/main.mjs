setTimeout(function later() {
  throw new TypeError('late');
}, 1);
