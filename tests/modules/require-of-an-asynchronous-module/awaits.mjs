console.log('awaits begins');
export default await 'value';
