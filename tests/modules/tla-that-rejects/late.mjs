console.log('late runs: nothing has failed yet');
