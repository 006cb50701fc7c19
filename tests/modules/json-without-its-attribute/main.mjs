console.log('never');
import data from './data.json';
