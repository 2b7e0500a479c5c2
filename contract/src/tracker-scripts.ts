import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A script that owners put into their pages. */
const TrackerScript = z.object({
  /** Always the newest version. */
  path: z.string(),
  /** A version that never changes, and the hash of it that browsers check (`integrity`). */
  frozen_path: z.string(),
  integrity: z.string(),
});

export const TrackerScripts = z.object({ mini_app: TrackerScript, website: TrackerScript });
export type TrackerScripts = z.output<typeof TrackerScripts>;

export const trackerScriptEndpoints = {
  trackerScripts: endpoint({ method: 'GET', path: '/tracker-scripts', access: 'account', data: TrackerScripts }),
};
