throw { a: 1, nested: { list: [1, 2, 3] } };
