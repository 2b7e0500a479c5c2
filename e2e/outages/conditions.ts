import { readFileSync } from 'node:fs';

/** Conditions of the machine of a process; a test may change them while the process runs. */
export interface Conditions {
  /** Shift of its clock, ms: positive = ahead, negative = behind. */
  clockShiftMs: number;
  /** Nothing can be written below DATA_DIR. */
  isDiskFull: boolean;
}

export const usualConditions: Conditions = { clockShiftMs: 0, isDiskFull: false };

/** The file that says it, as the environment names it. */
export const conditionsVariable = 'MACHINE_CONDITIONS';

/** @throws where there is no whole file */
export const readConditions = (path: string): Conditions => JSON.parse(readFileSync(path, 'utf8')) as Conditions;
