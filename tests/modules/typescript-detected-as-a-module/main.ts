import { value } from './lib.ts';
const text: string = `value ${value}`;
console.log(text, typeof require);
