// Objects described by yup: casts, tests, conditions, lazy shapes, errors gathered.
import * as yup from 'yup';
import type { InferType } from 'yup';

const person = yup.object({
  name: yup.string().trim().required(),
  age: yup.number().positive().integer().required(),
  email: yup.string().email(),
  created: yup.date().default(() => new Date(0)),
  vip: yup.boolean().default(false),
  discount: yup.number().when('vip', { is: true, then: (schema) => schema.min(10).required(), otherwise: (schema) => schema.strip() }),
  tags: yup.array(yup.string().lowercase().required()).max(2),
}).noUnknown();
type Person = InferType<typeof person>;

const valid: Person = await person.validate({ name: ' Ada ', age: '36', tags: ['A'], discount: 5 });
console.log(valid);
await person.validate({ age: -1.5, email: 'x', vip: true, tags: ['a', 'b', 'c'] }, { abortEarly: false })
  .catch((error: yup.ValidationError) => console.log(error.name, error.errors, error.inner.map((inner) => `${inner.path}:${inner.type}`)));
console.log(person.cast({ name: 'x', age: '7' }).created.toISOString(), person.isValidSync({ name: 'x' }));
const unique = yup.string().test('unique', ({ path }) => `${path || 'value'} is taken`, async (value) => value !== 'taken');
await unique.validate('taken').catch((error: Error) => console.log(error.message));
const tree: yup.Lazy<unknown> = yup.lazy((value) => (Array.isArray(value) ? yup.array(tree as never) : yup.number().required()));
console.log(await tree.isValid([1, [2, [3]]]), await tree.isValid([1, ['x']]));
console.log(yup.reach(person, 'tags[0]').describe().type, yup.ref('a').key, yup.mixed().oneOf([1, 2]).isValidSync(3));
try {
  yup.string().matches(/^a/, 'begins with a').validateSync('b');
} catch (error) {
  console.log((error as yup.ValidationError).message, (error as yup.ValidationError).value);
}
