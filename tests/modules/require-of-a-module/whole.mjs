const whole = { whole: true };
export { whole as 'module.exports' };
export default 'ignored';
