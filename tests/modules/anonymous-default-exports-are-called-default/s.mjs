export default class { static name = 'own'; } 
export const q = 1;
