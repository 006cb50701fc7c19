const nothing = null; nothing.property;
