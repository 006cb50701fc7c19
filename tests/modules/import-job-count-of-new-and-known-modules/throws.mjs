mark('throws runs'); throw new Error('x');
