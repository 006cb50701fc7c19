const e = new Error('x'); setTimeout(() => { throw e }, 1)
