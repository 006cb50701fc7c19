// Objects described by joi: conversions, conditions, references, all the complaints at once.
const Joi = require('joi');

const account = Joi.object({
  name: Joi.string().alphanum().min(3).max(30).required(),
  email: Joi.string().email({ tlds: { allow: ['com', 'net'] } }),
  birth: Joi.number().integer().min(1900).max(2013),
  password: Joi.string().pattern(/^[a-zA-Z0-9]{3,30}$/),
  repeat: Joi.ref('password'),
  kind: Joi.string().valid('free', 'paid').default('free'),
  price: Joi.number().when('kind', { is: 'paid', then: Joi.required(), otherwise: Joi.forbidden() }),
  tags: Joi.array().items(Joi.string().lowercase()).unique().max(3),
  at: Joi.date().iso(),
}).with('password', 'repeat').xor('email', 'birth');

console.log(account.validate({ name: 'abc', birth: '1994', tags: ['A', 'b'], at: '2024-01-02' }));
const { error } = account.validate(
  { name: 'a!', birth: 1800.5, password: 'x', kind: 'paid', tags: ['a', 'a', 1], more: 1 },
  { abortEarly: false },
);
for (const detail of error.details) console.log(detail.type, detail.path, detail.message);
console.log(error.annotate(true).split('\n').slice(0, 6).join('\n'));

const strict = Joi.string().uri().messages({ 'string.uri': '{{#label}} is no address' }).label('Homepage');
console.log(strict.validate('x y').error.message, strict.validate('https://example.com/a').value);
console.log(Joi.attempt('5', Joi.number()), Joi.isSchema(strict), Object.keys(account.describe().keys).join());
account.validateAsync({ name: 'ok1', email: 'a@b.org' }).catch((problem) => console.log(problem.message));
Joi.string().external(async (value) => { if (value === 'taken') throw new Error('taken already'); })
  .validateAsync('taken').catch((problem) => console.log(problem.message));
