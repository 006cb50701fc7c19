// Postgres through pg: types, parameters, transactions, errors, many rows, notifications.
const { Client, Pool } = require('pg');
const { execFileSync } = require('node:child_process');
const { chownSync, readdirSync } = require('node:fs');
const { freePort, newFolder, start } = require('./real_server.js');

async function main() {
  const root = '/usr/lib/postgresql';
  const bin = `${root}/${readdirSync(root).sort().at(-1)}/bin`;
  const port = await freePort();
  const folder = newFolder();
  // It refuses to run as root.
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const as = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  execFileSync(`${bin}/initdb`, ['-D', `${folder}/data`, '-A', 'trust', '-U', 'me', '--no-sync', '-E', 'UTF8'], { ...as, cwd: folder, stdio: 'ignore' });
  const stop = await start(`${bin}/postgres`, ['-D', `${folder}/data`, '-p', port, '-h', '127.0.0.1', '-k', folder, '-F'], port, folder, { ...as, cwd: folder });
  const pool = new Pool({ host: '127.0.0.1', port, user: 'me', database: 'postgres', max: 3 });
  // It takes connections before it answers questions.
  const isUp = () => pool.query('select 1').then(() => true, (error) => { if (error.code !== '57P03') throw error; });
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50));
  console.log((await pool.query("select 1 as n, 'ü' as t, true as b, null as z, array[1,2] as l, '{\"a\":1}'::json as j")).rows);
  await pool.query('create table t (id serial primary key, name text)');
  for (const name of ['a', 'b']) await pool.query('insert into t (name) values ($1)', [name]);
  console.log((await pool.query('select * from t order by id')).rows);
  console.log((await Promise.all([1, 2, 3, 4, 5].map((n) => pool.query('select $1::int * 2 as d', [n])))).map(({ rows }) => rows[0].d));
  await pool.query('select nothing').catch((error) => console.log(error.code, error.message));
  console.log((await pool.query('select n from generate_series(1, 20000) n')).rows.length);
  await pool.end();
  const client = new Client({ host: folder, port, user: 'me', database: 'postgres' });
  await client.connect();
  await client.query('listen news');
  const heard = new Promise((resolve) => client.on('notification', ({ channel, payload }) => resolve([channel, payload])));
  await client.query("notify news, 'hello'");
  console.log(await heard);
  await client.end();
  await stop();
  console.log('stopped');
}

main();
