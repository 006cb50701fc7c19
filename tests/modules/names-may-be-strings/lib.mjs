const one = 1; let two = 2;
export { one as 'a b', two as 'x-y', two as default };
