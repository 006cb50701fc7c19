let resolve;
const self = new Promise((r) => { resolve = r; });
resolve(self);
self.catch((error) => console.log(error.name));
