// command: node_modules/prettier/bin/prettier.cjs --check --no-color fixtures/format/*
// exit: 1
// The command of prettier, checking files of which one is not formatted.
