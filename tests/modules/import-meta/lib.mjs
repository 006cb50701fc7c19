export const meta = import.meta; export const other = () => import.meta;
