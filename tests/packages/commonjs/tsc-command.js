// command: node_modules/typescript/bin/tsc --project fixtures/project --noEmit --pretty false
// exit: 2
// The command of TypeScript 6 (the compiler in JavaScript) on a project with one error.
