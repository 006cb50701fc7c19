'use strict';
// More lines than prose is good for.
for (let line = 1; line <= 64; line++) console.log(line);
