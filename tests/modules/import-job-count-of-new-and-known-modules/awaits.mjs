mark('awaits begins'); await 0; mark('awaits ends');
