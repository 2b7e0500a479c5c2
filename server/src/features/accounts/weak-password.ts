import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { AppError } from '../../platform/errors.ts';

/** Ten thousand of the most common ones in lower case, which guessing begins with; see scripts/common-passwords.mjs. */
const common: ReadonlySet<string> = new Set(
  brotliDecompressSync(readFileSync(new URL('./common-passwords.txt.br', import.meta.url)))
    .toString('utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#')),
);

/** Fewer letters than these are repeated to reach the length: "aaaaaaaa", "12121212". */
const fewestLetters = 3;

/** True for a password that is guessed early: a common one, letters repeated, or what is known of its owner. */
export function isWeakPassword(password: string, owner: readonly string[]): boolean {
  const lower = password.toLowerCase().trim();
  if (common.has(lower) || new Set(lower).size < fewestLetters) return true;
  const ownerWords = owner.flatMap((word) => [word, word.split('@')[0] ?? '']).map((word) => word.toLowerCase());
  const words = ['botscope', ...ownerWords].flatMap((word) => [word, stem(word)]).filter((word) => word.length > 2);
  return words.some((word) => lower === word || stem(lower) === word);
}

/** @throws AppError WeakPassword at this field */
export function assertNotWeak(password: string, { owner, field }: { owner: readonly string[]; field: string }): void {
  if (isWeakPassword(password, owner)) throw new AppError('WeakPassword', { field });
}

/** Without the digits and signs that owners put at the end to please a form. */
function stem(password: string): string {
  return password.replace(/[\d\W_]+$/, '');
}
