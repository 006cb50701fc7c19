// TOML read and written by @iarna/toml.
const TOML = require('@iarna/toml');

const text = `
title = "TOML \\u00e9"
[owner]
born = 1979-05-27T07:32:00-08:00
day = 1979-05-27
[database]
ports = [ 8001, 8_002, 0xff ]
ratio = 6.26e-3
on = true
[servers.alpha]
ip = '10.0.0.1'
[[fruit]]
name = """
two
lines"""
[[fruit]]
name = "pear"
inline = { a = 1, b.c = 2 }
`;
const parsed = TOML.parse(text);
console.log(JSON.stringify(parsed, null, 1), parsed.owner.born instanceof Date);
console.log(TOML.stringify({ name: 'x', list: [1, 2], nested: { when: new Date(0), deep: { float: 1.5 } }, many: [{ a: 1 }, { a: 2 }] }));
console.log(TOML.parse('big = 9223372036854775807\nhuge = inf').big);
try {
  TOML.parse('a = 1\nb = = 2');
} catch (error) {
  console.log(error.name, error.line, error.col, error.message);
}
TOML.parse.async('x = 1\ny = [1, 2]').then((value) => console.log({ ...value }));
