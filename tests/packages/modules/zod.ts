// Schemas of zod and the types inferred from them: parsing, refining, transforming, unions, errors.
import * as z from 'zod';

const Address = z.object({ street: z.string().min(1), zip: z.string().regex(/^\d{5}$/) });
const User = z.object({
  id: z.uuid(),
  name: z.string().trim().min(2),
  email: z.email().optional(),
  age: z.coerce.number().int().positive(),
  role: z.enum(['admin', 'user']).default('user'),
  tags: z.array(z.string()).max(2).readonly(),
  home: Address.partial({ zip: true }),
  meta: z.record(z.string(), z.union([z.number(), z.boolean()])),
}).strict();
type User = z.infer<typeof User>;

const user: User = User.parse({
  id: '123e4567-e89b-42d3-a456-426614174000', name: ' Ada ', age: '36', tags: ['x'], home: { street: 'A' }, meta: { a: 1, b: true },
});
console.log(user);
const result = User.safeParse({ id: 'x', name: 'A', email: 'no', age: -1.5, role: 'root', tags: ['a', 'b', 'c'], home: {}, meta: { a: 'x' }, more: 1 });
if (!result.success) {
  for (const issue of result.error.issues) console.log(issue.path.join('.') || '(root)', issue.code, '-', issue.message);
  console.log(z.prettifyError(result.error));
  console.log(Object.keys(z.flattenError(result.error).fieldErrors));
}

const Shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('square'), side: z.number() }),
]);
const area = Shape.transform((shape): number => (shape.kind === 'circle' ? 3 * shape.radius ** 2 : shape.side ** 2)).pipe(z.number().min(10));
console.log(area.parse({ kind: 'square', side: 4 }), area.safeParse({ kind: 'circle', radius: 1 }).success);
const passwords = z.object({ first: z.string(), again: z.string() }).refine((value) => value.first === value.again, { path: ['again'], error: 'not the same' });
console.log(passwords.safeParse({ first: 'a', again: 'b' }).error!.issues[0]!.message);
interface Tree { value: number; children: Tree[] }
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ value: z.number(), children: z.array(Tree) }));
console.log(Tree.safeParse({ value: 1, children: [{ value: 'x', children: [] }] }).error!.issues[0]!.path);
console.log(await z.string().refine(async (text) => text !== 'taken').safeParseAsync('taken').then((it) => it.success));
console.log(JSON.stringify(z.toJSONSchema(Address)));
