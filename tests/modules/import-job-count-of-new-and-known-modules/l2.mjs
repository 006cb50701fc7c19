mark('l2 runs');
