export default 'aÿb';
