const crypto = require('crypto');
const attempts = [
  () => crypto.pbkdf2('a', 'b', 1, 8, 'sha256'),
  () => crypto.pbkdf2('a', 'b', 0, 8, 'sha256', () => {}),
  () => crypto.pbkdf2('a', 'b', 1, 8, 'no-such-digest', () => {}),
  () => crypto.pbkdf2('a', 'b', 1, -1, 'sha256', () => {}),
  () => crypto.randomBytes(-1, () => {}),
  () => crypto.randomBytes('ten', () => {}),
];
for (const attempt of attempts) {
  try {
    attempt();
    console.log('accepted');
  } catch (error) {
    console.log(error.name, error.code);
  }
}
