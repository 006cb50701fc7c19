const error = new Error("no stack"); delete error.stack; throw error;
