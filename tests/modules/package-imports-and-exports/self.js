export default 'self';
