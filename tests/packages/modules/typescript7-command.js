// command: node_modules/typescript7/bin/tsc --project fixtures/project --noEmit --pretty false
// exit: 1
// The command of TypeScript 7 (a native compiler that the command becomes) on the same project.
