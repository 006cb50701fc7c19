console.log(typeof a, a)
import { a } from './lib.mjs'
;[a].forEach((x) => console.log(x))
let x = a
import { b } from './lib.mjs'
(0, console.log)(b, x)
import './lib.mjs'; /* comment */ import * as ns from /* here */ './lib.mjs' // and here
`template`
console.log(ns.a); export { x }; export * from './lib.mjs'
/regex/.test('regex')
