function* g(){ throw new Error('gen') } g().next()
