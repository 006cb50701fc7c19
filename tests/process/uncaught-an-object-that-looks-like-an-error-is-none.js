throw { stack: "fake\n    at nowhere", message: "m" };
