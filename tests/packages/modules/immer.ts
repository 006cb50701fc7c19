// Immutable updates by drafts, patches and back, collections, freezing.
import { produce, produceWithPatches, applyPatches, createDraft, finishDraft, current, original, isDraft, enablePatches, enableMapSet, freeze, nothing } from 'immer';
import type { Draft, Patch } from 'immer';

enablePatches();
enableMapSet();
interface Todo { title: string; done: boolean; tags?: Set<string> }
interface State { todos: Todo[]; byId: Map<number, Todo>; filter: string | null }

const base: State = { todos: [{ title: 'write', done: true }, { title: 'read', done: false, tags: new Set(['a']) }], byId: new Map([[1, { title: 'one', done: false }]]), filter: null };
const next = produce(base, (draft: Draft<State>) => {
  draft.todos[1]!.done = true;
  draft.todos.push({ title: 'sleep', done: false });
  draft.todos[1]!.tags!.add('b');
  draft.byId.get(1)!.done = true;
  draft.byId.set(2, { title: 'two', done: false });
  console.log(isDraft(draft), original(draft) === base, current(draft.todos).length);
});
console.log(next, base.todos.length, base.byId.size);
console.log(next.todos[0] === base.todos[0], next.todos[1] !== base.todos[1], Object.isFrozen(next.todos));
console.log(produce(base, () => {}) === base, produce({ a: 1 } as object | undefined, () => nothing));

const [changed, patches, inverse]: readonly [State, Patch[], Patch[]] = produceWithPatches(base, (draft) => { draft.filter = 'done'; draft.todos.shift(); });
console.log(patches, inverse);
console.log(applyPatches(changed, inverse).todos.length, applyPatches(base, patches).filter);
const toggle = produce((draft: Draft<Todo>, value: boolean) => { draft.done = value; });
console.log(toggle({ title: 'curried', done: false }, true));
const draft = createDraft({ list: [3, 1, 2] });
draft.list.sort();
console.log(finishDraft(draft));
try {
  (freeze({ deep: { er: 1 } }, true) as { deep: { er: number } }).deep.er = 2;
} catch (error) {
  console.log((error as Error).name);
}
