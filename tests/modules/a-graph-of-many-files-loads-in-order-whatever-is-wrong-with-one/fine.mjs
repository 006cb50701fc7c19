console.log('never runs');
