export let value = 'deep';
