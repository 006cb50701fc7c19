const values = [await 1, await new Promise(() => {})];
