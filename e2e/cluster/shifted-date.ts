/** Shifts every reading of `Date` in this process by `shiftMs()`. Timers and `performance.now()` do not change. */
export function shiftDate(shiftMs: () => number): void {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct(target, args, newTarget) {
      return Reflect.construct(target, args.length === 0 ? [target.now() + shiftMs()] : args, newTarget);
    },
    apply: (target) => new target(target.now() + shiftMs()).toString(),
    get(target, property, receiver) {
      return property === 'now' ? () => target.now() + shiftMs() : Reflect.get(target, property, receiver);
    },
  });
}
