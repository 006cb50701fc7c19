// hexloop --await=legacy examples/profiles/legacy-await.js
'use strict';
// Before 2019 (Chrome 73, Node 12) `await` took three promise jobs instead of one. The well-known
// puzzle whose answer changed with it:
//
//   today:           async1 start, async2, promise0, script end, async1 end, promise1, promise2
//   --await=legacy:  async1 start, async2, promise0, script end, promise1, promise2, async1 end

async function async1() {
  console.log('async1 start');
  await async2();
  console.log('async1 end');
}

async function async2() {
  console.log('async2');
}

async1();
new Promise((resolve) => {
  console.log('promise0');
  resolve();
})
  .then(() => console.log('promise1'))
  .then(() => console.log('promise2'));
console.log('script end');
