mark('leaf runs');
