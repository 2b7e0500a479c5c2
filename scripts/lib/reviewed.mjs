import { readFileSync } from 'node:fs';
import { rootPath } from './paths.mjs';

/** @typedef {{ licence: string, reason: string, devOnly?: boolean }} LicenceException `devOnly`: refused as soon as anything in production needs it */

/**
 * Exceptions that were reviewed and allowed, each with the reason.
 * @type {{
 *   licences: Record<string, LicenceException>,
 *   absentPlatforms: Record<string, string>,
 *   wallClock: Record<string, { times: number, with: string }>,
 * }}
 */
export const reviewed = JSON.parse(readFileSync(rootPath('scripts', 'reviewed.json'), 'utf8'));
