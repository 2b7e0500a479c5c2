import { arrow } from './arrow.mjs';
import { budgets } from './budgets.mjs';
import { commentForm } from './comment-form.mjs';
import { environment } from './environment.mjs';
import { kit } from './kit.mjs';
import { leftovers } from './leftovers.mjs';
import { licences } from './licences.mjs';
import { lock } from './lock.mjs';
import { names } from './names.mjs';
import { pageImports } from './page-imports.mjs';
import { sizes } from './sizes.mjs';
import { deadCode, style, types } from './tools.mjs';
import { translations } from './translations.mjs';
import { wallClock } from './wall-clock.mjs';
import { words } from './words.mjs';

/**
 * @typedef {object} Verdict
 * @property {string[]} problems each fails the check; empty when all is well
 * @property {string[]} [notes] shown, but they fail nothing
 * @property {string} [summary] a few words for the one line of a check that passes
 */
/** @typedef {{ name: string, run: () => Promise<Verdict> }} Check */

/** Everything that `npm run check` looks at. @type {readonly Check[]} */
export const checks = [
  { name: 'types', run: types },
  { name: 'lint and format', run: style },
  { name: 'import arrow', run: arrow },
  { name: 'imports from page to page', run: pageImports },
  { name: 'dead code', run: deadCode },
  { name: 'file sizes', run: sizes },
  { name: 'translations', run: translations },
  { name: 'words', run: words },
  { name: 'comments', run: commentForm },
  { name: 'names', run: names },
  { name: 'dependency licences', run: licences },
  { name: 'lock file', run: lock },
  { name: 'environment only in config', run: environment },
  { name: 'durations by the monotonic clock', run: wallClock },
  { name: 'no suppressions or leftovers', run: leftovers },
  { name: 'dashboard kit', run: kit },
  { name: 'page weight', run: budgets },
];
