export default 'internal';
