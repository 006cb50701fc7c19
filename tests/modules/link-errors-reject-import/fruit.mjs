console.log('fruit runs');
export const apple = 1;
