import dep, { kind } from 'dep';
import sub from 'dep/sub';
import internal from '#internal';
import self from 'me/self';
console.log(dep, kind, sub, internal, self);
import { createRequire } from 'node:module';
console.log(createRequire(import.meta.url)('dep').kind);
console.log(await import('dep/hidden').catch((e) => e.code), await import('#nope').catch((e) => e.code));
