require('./there-is-no-such-file');
