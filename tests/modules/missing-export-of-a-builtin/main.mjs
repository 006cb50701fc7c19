import { readFil } from 'node:fs';
