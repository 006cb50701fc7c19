try { throw new Error('inner') } finally { console.log('finally') }
