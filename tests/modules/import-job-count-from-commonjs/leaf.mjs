console.log('leaf runs'); Promise.resolve().then(() => console.log('job of leaf'));
