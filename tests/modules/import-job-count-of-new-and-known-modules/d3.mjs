mark('d3 runs');
