// Queries as strings, for several databases.
const knex = require('knex');

for (const client of ['pg', 'mysql2', 'better-sqlite3']) {
  const db = knex({ client, useNullAsDefault: true });
  console.log(db('users as u').join('orders', 'orders.user', 'u.id').where({ 'u.name': "O'Hara" }).orWhere('u.age', '>', 30)
    .select('u.id').count('orders.id as n').groupBy('u.id').orderBy('n', 'desc').limit(5).toString());
  console.log(db('users').insert([{ name: 'a' }, { name: 'b' }]).toSQL().sql);
}
const { sql, bindings } = knex({ client: 'pg' })('t').whereIn('a', [1, 2]).update({ b: null }).returning('*').toSQL().toNative();
console.log(sql, bindings);
