Promise.reject(1);
