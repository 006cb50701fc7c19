Promise.reject(Symbol("s"));
