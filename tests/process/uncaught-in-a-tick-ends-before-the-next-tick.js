process.nextTick(()=>{throw new Error('one')}); process.nextTick(()=>console.log('never'))
