// command: node_modules/mocha/bin/mocha.js --no-color --slow 10000 commonjs/suite/arithmetic.spec.js
// exit: 2
// A suite run by mocha's own command: hooks, nesting, async tests, retries, skips and one failure that must be reported.
