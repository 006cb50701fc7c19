// Schemas compiled to functions: formats of errors, references, defaults, coercion, keywords of one's own.
const Ajv = require('ajv');
const Ajv2020 = require('ajv/dist/2020').default;

const ajv = new Ajv({ allErrors: true, useDefaults: true, coerceTypes: true });
ajv.addSchema({ $id: 'address', type: 'object', properties: { city: { type: 'string', minLength: 2 } }, required: ['city'] });
ajv.addKeyword({ keyword: 'even', type: 'number', validate: (wanted, value) => (value % 2 === 0) === wanted });

const validate = ajv.compile({
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[A-Z]' },
    age: { type: 'integer', minimum: 0, maximum: 150 },
    pair: { type: 'number', even: true },
    role: { enum: ['admin', 'user'], default: 'user' },
    home: { $ref: 'address' },
  },
  required: ['name', 'home'],
  additionalProperties: false,
});

const good = { name: 'Ada', age: '36', pair: 4, home: { city: 'London' } };
console.log(validate(good), good);
const bad = { name: 'ada', age: -1, pair: 3, role: 'guest', home: { city: 'L' }, extra: true };
console.log(validate(bad));
for (const { instancePath, keyword, message, params } of validate.errors) {
  console.log(' ', instancePath || '/', keyword, '-', message, params);
}
console.log(ajv.errorsText(validate.errors, { separator: '; ' }));

const list = new Ajv2020().compile({
  type: 'array',
  prefixItems: [{ type: 'string' }, { type: 'number' }],
  items: false,
});
console.log(list(['a', 1]), list(['a', 1, 2]), list.errors[0].message);
const tree = new Ajv().compile({
  $id: 'tree', type: 'object',
  properties: { value: { type: 'number' }, children: { type: 'array', items: { $ref: '#' } } },
});
console.log(tree({ value: 1, children: [{ value: 2, children: [{ value: 'x' }] }] }), tree.errors[0].instancePath);
try {
  ajv.compile({ type: 'objekt' });
} catch (error) {
  console.log(error.message);
}
