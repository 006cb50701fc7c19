// command: node_modules/eslint/bin/eslint.js --no-color -c fixtures/lint/eslint.config.mjs fixtures/lint/bad.js
// exit: 1
// The command of eslint with a configuration file, reporting to standard output.
