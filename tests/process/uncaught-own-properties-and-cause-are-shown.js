const error = new Error('outer', { cause: 'a text' });
error.code = 'E_OUTER';
error.details = { tries: 3, hosts: ['a', 'b'] };
throw error;
