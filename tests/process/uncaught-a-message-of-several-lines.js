throw new Error("first\nsecond\nthird");
