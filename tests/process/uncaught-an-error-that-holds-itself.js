const e=new Error('x'); e.self=e; throw e
