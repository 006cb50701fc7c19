export const __esModule = 'mine'; export default 1;
