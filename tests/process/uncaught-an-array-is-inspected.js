throw [1, "two"];
