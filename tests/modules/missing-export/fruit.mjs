console.log('nor this');
export const apple = 1, banana = 2;
