mark('below begins'); await 0; await 0; mark('below ends');
