import { n, bump } from './middle.mjs';
import { n as viaStar, bump as bump2 } from './star.mjs';
console.log(n, viaStar);
bump();
console.log(n, viaStar);
bump2();
console.log(n, viaStar);
