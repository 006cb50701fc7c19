// Strings judged and cleaned.
const validator = require('validator');
const isEmail = require('validator/lib/isEmail');

const table = [
  ['isEmail', 'ada@example.com', 'ada@', '"a b"@example.org'],
  ['isURL', 'https://example.com/a?b=c#d', 'example', 'ftp://[::1]/x'],
  ['isIP', '127.0.0.1', '::1', '256.1.1.1'],
  ['isUUID', '123e4567-e89b-42d3-a456-426614174000', 'not'],
  ['isISO8601', '2024-02-29T00:00:00Z', '2024-13-01'],
  ['isCreditCard', '4111111111111111', '4111111111111112'],
  ['isIBAN', 'GB29NWBK60161331926819', 'GB00'],
  ['isJSON', '{"a":1}', '{a:1}'],
  ['isMobilePhone', '+441234567890', 'abc'],
  ['isStrongPassword', 'aB3$efgh', 'password'],
  ['isBase64', 'aGVsbG8=', 'a*b'],
  ['isSemVer', '1.2.3-rc.1', '1.2'],
];
for (const [name, ...values] of table) console.log(name, values.map((value) => validator[name](value)));
console.log(isEmail('Ada <ada@example.com>', { allow_display_name: true }), validator.isAlpha('élan', 'fr-FR'));
console.log(validator.escape('<a href="x">&\'</a>'), validator.unescape('&lt;b&gt;'), validator.trim('  x '));
console.log(validator.normalizeEmail('Ada.Lovelace+tag@GMail.com'), validator.toBoolean('yes'), validator.toInt('12px'));
console.log(validator.stripLow('a\u0000b\n', true) === 'ab\n', validator.isLength('héé', { min: 2, max: 3 }), validator.version);
try {
  validator.isEmail(5);
} catch (error) {
  console.log(error.name, error.message);
}
