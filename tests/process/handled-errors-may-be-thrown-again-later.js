process.on('uncaughtException',function f(e){ setTimeout(()=>{throw e}) ; if(this.n>2) process.exit(5); this.n=(this.n||0)+1; console.log('n',this.n)}); throw new Error('again')
