import { shiftDate } from './shifted-date.ts';

// Loaded before a process (`--import`): a machine whose clock was set wrongly.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
shiftDate(() => shiftMs);
