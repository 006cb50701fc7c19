console.log('sibling'); await 0; console.log('sibling goes on');
