import { withTools } from './paths.mjs';

/**
 * The environment in which the server runs.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment(extra = {}) {
  return withTools({
    NODE_ENV: 'production',
    // Every running statement of the embedded event store holds a thread of the pool; the default of 4 would let a
    // few slow reports stop ingest, file access and password checks.
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16',
    ...extra,
  });
}
