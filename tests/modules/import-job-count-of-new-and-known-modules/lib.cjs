mark('cjs runs');
