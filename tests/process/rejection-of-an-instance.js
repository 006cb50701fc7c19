class Thing {} Promise.reject(new Thing());
