import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A file that pages of others load, in every encoding that it goes out in. */
export interface Script {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  /** For the attribute `integrity`. */
  integrity: string;
  etag: string;
}

const trackerDirectory = fileURLToPath(new URL('../../../../tracker/', import.meta.url));

/** Files of each script: the built one is always the newest; `v1` is a copy that never changes. */
const files = {
  '/w.js': ['dist/w.js', 'frozen/w.v1.js'],
  '/w.v1.js': ['frozen/w.v1.js'],
  '/site.js': ['dist/site.js', 'frozen/site.v1.js'],
  '/site.v1.js': ['frozen/site.v1.js'],
} as const;
export type ScriptPath = keyof typeof files;

/** npm packages of the same, by their address. */
const packages = {
  '/botscope-miniapp.tgz': 'dist/botscope-miniapp-1.0.0.tgz',
  '/botscope-site.tgz': 'dist/botscope-site-1.0.0.tgz',
} as const;
export type PackagePath = keyof typeof packages;

/** Reads all scripts. Where nothing is built, the newest one is the frozen one. */
export function readScripts(directory = trackerDirectory): ReadonlyMap<ScriptPath, Script> {
  return new Map(
    Object.entries(files).map(([path, places]) => {
      const file = places.find((place) => existsSync(`${directory}${place}`)) ?? places[places.length - 1];
      return [path as ScriptPath, describe(readFileSync(`${directory}${file}`))];
    }),
  );
}

/** Reads the packages that are built. */
export function readPackages(directory = trackerDirectory): ReadonlyMap<PackagePath, Buffer> {
  const built = Object.entries(packages).filter(([, file]) => existsSync(`${directory}${file}`));
  return new Map(built.map(([path, file]) => [path as PackagePath, readFileSync(`${directory}${file}`)]));
}

function describe(source: Buffer): Script {
  const hash = createHash('sha384').update(source).digest('base64');
  return {
    ...{ plain: source, br: brotliCompressSync(source), gzip: gzipSync(source, { level: 9 }) },
    ...{ integrity: `sha384-${hash}`, etag: `"${hash.slice(0, 22)}"` },
  };
}
