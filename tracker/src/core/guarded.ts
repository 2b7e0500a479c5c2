/** Ignores errors of `run`: a counter may neither break its page nor fill its console. */
export function guarded<Arguments extends unknown[]>(run: (...args: Arguments) => void): (...args: Arguments) => void {
  return (...args) => {
    try {
      run(...args);
    } catch {
      // The page goes on.
    }
  };
}
