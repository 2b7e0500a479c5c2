/**
 * A wall clock that is wrong: loaded before a process (`--import`), it shifts every reading of `Date` by CLOCK_SHIFT_MS.
 * Timers and `performance.now()` go on as they are, as on a machine whose clock was set wrongly.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct(target, args, newTarget) {
    return Reflect.construct(target, args.length === 0 ? [target.now() + shiftMs] : args, newTarget);
  },
  apply: (target) => new target(target.now() + shiftMs).toString(),
  get(target, property, receiver) {
    return property === 'now' ? () => target.now() + shiftMs : Reflect.get(target, property, receiver);
  },
});
