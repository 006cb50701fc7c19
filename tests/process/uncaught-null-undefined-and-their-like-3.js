throw Symbol("s");
