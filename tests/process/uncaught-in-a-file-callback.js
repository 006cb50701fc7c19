require("fs").stat("/", () => { throw new Error("io"); });
