import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { devNull } from 'node:os';
import { resolve } from 'node:path';
import { shiftDate } from '../cluster/shifted-date.ts';
import { conditionsVariable, readConditions, usualConditions } from './conditions.ts';

// Loaded before both processes of the product (`--import`): a machine whose clock is set and whose disk fills up while
// they run. Timers and `performance.now()` go on as they are. The stores are on machines of their own.

const checkMs = 50;
const path = process.env[conditionsVariable] ?? '';
const dataDir = `${resolve(process.env.DATA_DIR ?? 'data')}/`;
let conditions = usualConditions;

const look = (): void => {
  try {
    conditions = readConditions(path);
  } catch {
    // It is being written: the next look has it.
  }
};
look();
setInterval(look, checkMs).unref();
shiftDate(() => conditions.clockShiftMs);

const createFullDiskError = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

/** Whether a path, or an open file by the kernel's own name for it, is below DATA_DIR. */
function isData(file: unknown): boolean {
  try {
    const name = typeof file === 'number' ? fs.readlinkSync(`/proc/self/fd/${file}`) : String(file);
    return name.startsWith(dataDir);
  } catch {
    return false;
  }
}

/** Lets a function fail while the disk is full and what it writes to is below DATA_DIR. */
function guard(
  target: object,
  name: string,
  fileOf: (self: unknown, file: unknown) => unknown,
  fail: () => unknown,
): void {
  const real = Reflect.get(target, name) as (...args: unknown[]) => unknown;
  Reflect.set(target, name, function guarded(this: unknown, ...args: unknown[]) {
    return conditions.isDiskFull && isData(fileOf(this, args[0])) ? fail() : Reflect.apply(real, this, args);
  });
}

const throwFull = (): never => {
  throw createFullDiskError();
};
for (const name of ['writeSync', 'writeFileSync', 'mkdirSync']) guard(fs, name, (_self, file) => file, throwFull);
syncBuiltinESMExports();

const sample = await open(devNull, 'w');
const handles = Object.getPrototypeOf(sample) as object;
await sample.close();
for (const name of ['write', 'writev', 'writeFile', 'appendFile']) {
  guard(
    handles,
    name,
    (self) => (self as { fd: number }).fd,
    () => Promise.reject(createFullDiskError()),
  );
}
