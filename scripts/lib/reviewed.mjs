import { readFileSync } from 'node:fs';
import { at } from './paths.mjs';

/**
 * What people looked at and allowed, each with the reason.
 * @type {{
 *   licences: Record<string, { licence: string, reason: string }>,
 *   absentPlatforms: Record<string, string>,
 * }}
 */
export const reviewed = JSON.parse(readFileSync(at('scripts', 'reviewed.json'), 'utf8'));
