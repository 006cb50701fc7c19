// Metadata on classes and members, and a small container that injects by it.
require('reflect-metadata');

const Injectable = (...needs) => (target) => { Reflect.defineMetadata('needs', needs, target); return target; };
const route = (path) => (target, key) => Reflect.defineMetadata('route', path, target, key);

class Logger { log(text) { console.log(`log: ${text}`); } }
class Store { constructor(logger) { this.logger = logger; } save(item) { this.logger.log(`saved ${item}`); } }
class Controller {
  constructor(store) { this.store = store; }
  list() { this.store.save('list'); }
}
Injectable()(Logger);
Injectable(Logger)(Store);
Injectable(Store)(Controller);
Reflect.decorate([route('/list'), Reflect.metadata('roles', ['admin'])], Controller.prototype, 'list');

const made = new Map();
const resolve = (type) => {
  if (!made.has(type)) made.set(type, new type(...(Reflect.getMetadata('needs', type) ?? []).map(resolve)));
  return made.get(type);
};
resolve(Controller).list();
console.log(Reflect.getMetadata('route', Controller.prototype, 'list'), Reflect.getMetadata('roles', resolve(Controller), 'list'));
class Special extends Controller {}
console.log(Reflect.getMetadata('needs', Special).map((type) => type.name), Reflect.getOwnMetadata('needs', Special));
console.log(Reflect.getMetadataKeys(Controller), Reflect.hasMetadata('x', Controller), Reflect.deleteMetadata('needs', Controller));
try {
  Reflect.defineMetadata('a', 1, 'not an object');
} catch (error) {
  console.log(error instanceof TypeError);
}
