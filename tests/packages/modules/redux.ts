// A store, combined reducers, middleware, enhancers and subscriptions.
import { applyMiddleware, bindActionCreators, combineReducers, compose, legacy_createStore as createStore } from 'redux';
import type { Action, Middleware, Reducer, StoreEnhancer } from 'redux';

interface Add extends Action<'add'> { by: number }
interface Note extends Action<'note'> { text: string }
type Known = Add | Note;

const counter: Reducer<number, Known> = (state = 0, action) => (action.type === 'add' ? state + action.by : state);
const notes: Reducer<string[], Known> = (state = [], action) => (action.type === 'note' ? [...state, action.text] : state);
const root = combineReducers({ counter, notes });

const logger: Middleware = (api) => (next) => (action) => {
  const before = JSON.stringify(api.getState());
  const result = next(action);
  console.log((action as Action).type, before, '->', JSON.stringify(api.getState()));
  return result;
};
const thunk: Middleware = (api) => (next) => (action) => (typeof action === 'function' ? action(api.dispatch, api.getState) : next(action));
const counting: StoreEnhancer = (create) => (reducer, initial) => { console.log('enhanced'); return create(reducer, initial); };

const store = createStore(root, compose(counting, applyMiddleware(thunk, logger)) as never);
let heard = 0;
const unsubscribe = store.subscribe(() => heard++);
store.dispatch({ type: 'add', by: 2 });
const actions = bindActionCreators({ note: (text: string): Note => ({ type: 'note', text }) }, store.dispatch);
actions.note('hello');
await store.dispatch((async (dispatch: typeof store.dispatch) => { await null; dispatch({ type: 'add', by: 40 }); }) as never);
unsubscribe();
store.dispatch({ type: 'add', by: 0 });
console.log(store.getState(), heard);
store.replaceReducer(combineReducers({ counter, notes, extra: () => 'x' }) as never);
console.log(store.getState());
for (const bad of [{}, 'text']) {
  try {
    store.dispatch(bad as never);
  } catch (error) {
    console.log((error as Error).message.split('.')[0]);
  }
}
