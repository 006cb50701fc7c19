Promise.reject(Object.create(null));
