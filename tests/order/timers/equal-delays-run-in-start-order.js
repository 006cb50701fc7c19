for (const name of 'abcde') setTimeout(() => console.log(name), 5);
