// Streams of values: operators, subjects, schedulers, errors, the marble tests of rxjs itself.
import { Subject, BehaviorSubject, ReplaySubject, Observable, combineLatest, concat, defer, forkJoin, from, fromEvent, interval, lastValueFrom, merge, of, throwError, timer, zip } from 'rxjs';
import type { Subscription } from 'rxjs';
import { bufferCount, catchError, concatMap, debounceTime, distinctUntilChanged, filter, finalize, groupBy, map, mergeMap, reduce, retry, scan, share, switchMap, take, takeUntil, tap, toArray } from 'rxjs/operators';
import { TestScheduler } from 'rxjs/testing';
import { EventEmitter } from 'node:events';

const log = (label: string) => ({ next: (value: unknown) => console.log(label, value), error: (error: Error) => console.log(label, 'error:', error.message), complete: () => console.log(label, 'complete') });

from([1, 2, 3, 4, 5, 6]).pipe(filter((n) => n % 2 === 0), map((n) => n * n), scan((sum, n) => sum + n, 0)).subscribe(log('sums'));
of('a', 'b', 'c', 'd', 'e').pipe(bufferCount(2)).subscribe(log('pairs'));
from(['ant', 'bee', 'ape']).pipe(groupBy((word) => word[0]), mergeMap((group) => group.pipe(reduce((all, word) => [...all, word], [group.key] as (string | undefined)[])))).subscribe(log('groups'));

const state = new BehaviorSubject<number>(1);
const replay = new ReplaySubject<number>(2);
const subscription: Subscription = state.pipe(distinctUntilChanged()).subscribe(replay);
[1, 2, 2, 3].forEach((value) => state.next(value));
subscription.unsubscribe();
state.next(99);
replay.subscribe(log('replayed'));

let attempts = 0;
const flaky = defer(() => (++attempts < 3 ? throwError(() => new Error(`attempt ${attempts}`)) : of(`ok after ${attempts}`)));
flaky.pipe(retry(5)).subscribe(log('retried'));
throwError(() => new Error('lost')).pipe(catchError((error: Error) => of(`caught ${error.message}`)), finalize(() => console.log('finalized'))).subscribe(log('caught'));

const emitter = new EventEmitter();
const stop = new Subject<void>();
fromEvent(emitter, 'data').pipe(takeUntil(stop)).subscribe(log('event'));
emitter.emit('data', { n: 1 });
stop.next();
console.log('listeners left', emitter.listenerCount('data'));

const cold = new Observable<number>((subscriber) => { console.log('subscribed once'); subscriber.next(7); setTimeout(() => subscriber.complete(), 2); });
const shared = cold.pipe(share());
shared.subscribe(log('first'));
shared.subscribe(log('second'));
console.log(await lastValueFrom(zip(of(1, 2), of('x', 'y')).pipe(toArray())));
console.log(await lastValueFrom(forkJoin({ slow: timer(5).pipe(map(() => 'slow')), fast: of('fast') })));
console.log(await lastValueFrom(concat(interval(1).pipe(take(3)), of(10, 20).pipe(concatMap(async (n) => n + 1))).pipe(toArray())));
console.log(await lastValueFrom(merge(of(1), timer(3)).pipe(switchMap((n) => of(`<${n}>`)), toArray())), await lastValueFrom(combineLatest([of(1, 2), of('z')])));

new TestScheduler((actual, expected) => console.log('marbles agree', JSON.stringify(actual) === JSON.stringify(expected)))
  .run(({ cold: marbles, expectObservable }) => expectObservable(marbles('-a-b-c---|').pipe(debounceTime(2), tap())).toBe('------(c)|'.replace('(c)|', '-c-|'), undefined));
