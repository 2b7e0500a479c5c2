/**
 * Writes server/src/features/accounts/common-passwords.txt.br from the npm package @zxcvbn-ts/language-common (MIT):
 *   npm install --no-save --prefix FOLDER @zxcvbn-ts/language-common@4.1.3 && node scripts/common-passwords.mjs FOLDER
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

/** Shorter ones are refused for their length. */
const minLength = 8;
/** NIST and OWASP ask for the 3,000 most common ones at least; all 18,000 of the package would weigh twice as much. */
const count = 10_000;

/** Ours: what Russian keyboards make of the same ideas, and what an earlier list refused. */
const ownPasswords = `
poiuytrewq 0987654321q 74227422 987654321q
йцукенгш йцукенгшщз йцукенгшщзхъ йцукен123 йцукен12345 пароль123 пароль12 парольпароль привет123 приветпривет
любовь123 максим123 наташа123 фывапролдж фывапрол ячсмитьбю 1йцукен1 йцуфывячс зенит2007 спартак1922
россия123 москва123 самсунг1 123456йц самолет1 здравствуй солнышко котёнок1 котенок1
`;

const folder = resolve(process.argv[2] ?? '.', 'node_modules/@zxcvbn-ts/language-common');
const { dictionary } = await import(pathToFileURL(join(folder, 'dist/index.mjs')).href);
const packagePasswords = dictionary['passwords-common'].filter(
  (/** @type {string} */ word) => word.length >= minLength,
);
const words = [...packagePasswords.slice(0, count), ...ownPasswords.trim().split(/\s+/)].map((word) =>
  word.toLowerCase(),
);
// Its licence travels with the list.
const notice = readFileSync(join(folder, 'LICENSE.txt'), 'utf8').trim().replaceAll(/^/gm, '# ');
const text = [notice, ...new Set(words)].join('\n');
writeFileSync(
  new URL('../server/src/features/accounts/common-passwords.txt.br', import.meta.url),
  brotliCompressSync(text),
);
