export default await 'lib';
