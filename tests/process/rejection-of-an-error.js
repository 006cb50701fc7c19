Promise.reject(new Error("rejected"));
