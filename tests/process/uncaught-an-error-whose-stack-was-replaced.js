const error = new Error("x"); error.stack = "another stack"; throw error;
