mark('t3 runs');
