import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Every file below the given files and folders, sorted, so that two machines agree on the order.
 * @param {readonly string[]} paths absolute; one that does not exist counts as empty
 * @param {(name: string) => boolean} [skip] by file or folder name
 * @returns {string[]}
 */
export function filesBelow(paths, skip = () => false) {
  return paths
    .flatMap((path) => {
      if (!existsSync(path)) return [];
      if (!statSync(path).isDirectory()) return [path];
      const names = readdirSync(path).filter((name) => !skip(name));
      return filesBelow(
        names.map((name) => join(path, name)),
        skip,
      );
    })
    .sort();
}

/**
 * One hash over names and contents: it changes when a file is added, removed, renamed or edited, and never by a date.
 * @param {readonly string[]} files absolute
 * @param {string} base names are taken relative to it
 * @returns {string} hex
 */
export function hashFiles(files, base) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(base, file).split(sep).join('/')}\0${content.length}\0`);
    hash.update(content);
  }
  return hash.digest('hex');
}

/** @param {string} file @returns {string | null} */
export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** @param {string} file @param {string} value */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${value}\n`);
}
