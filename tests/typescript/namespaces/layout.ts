// Lines stay where they were, whatever the layout.
namespace /* name */ Odd // comment
{ // open
  export /* keyword */ let /* x */ x /* : */ : /* T */ {
    a: number // in the type
  } = { a: 1 }
  export const y = x
    .a, z
      = 2
  console.log(x, y)
  ;(() => console.log('called'))()
  export let last
} console.log(Odd); namespace Two { export var one = 1 } namespace Two { one++ }
console.log(Two, new Error('where').stack!.split('\n')[1].replace(/.*[\\/]/, ''))
namespace Throws { export function fail() { throw new Error('from a namespace'); } }
try { Throws.fail(); } catch (error: any) { console.log(error.stack.split('\n')[1].replace(/.*[\\/]/, '')); }
