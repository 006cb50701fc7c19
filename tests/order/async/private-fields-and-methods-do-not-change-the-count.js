class Box {
  static #count = 0;
  value = ++Box.#count;
  async open() { await this.value; return this.value; }
}
Promise.all([new Box().open(), new Box().open()]).then((v) => console.log(v.join()));
let p = Promise.resolve();
for (let i = 1; i <= 4; i++) p = p.then(() => console.log('job', i));
