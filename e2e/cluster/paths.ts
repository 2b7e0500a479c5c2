import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The Node that npm has installed, whatever started the tests. */
export const nodePath = join(root, 'node_modules/.bin/node');
