/** Script: `node init-data.ts DIRECTORY` makes an empty PGlite data directory. See `create-data.ts`. */
import { PGlite } from '@electric-sql/pglite';
import { DurableFiles } from './durable-files.ts';

const directory = process.argv[2];
if (!directory) throw new Error('Which directory?');
const pglite = await PGlite.create({ fs: new DurableFiles(directory) });
await pglite.close();
