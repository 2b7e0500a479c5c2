import { assertLocked } from '../../../platform/lock-context.ts';
import type { Engine } from './engine.ts';

/** Statements that rewrite history run under a lock of the bot; none begins after that lock was lost. */
export function fenced(engine: Engine): Engine {
  return {
    ...engine,
    async command(sql, params) {
      await assertLocked();
      await engine.command(sql, params);
    },
  };
}
