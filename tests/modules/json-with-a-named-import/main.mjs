import { a } from './data.json' with { type: 'json' };
