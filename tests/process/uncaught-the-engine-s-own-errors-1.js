missing;
