/** Nothing that a counter does may break its page, or fill its console: what fails in it is passed over. */
export function guarded<Arguments extends unknown[]>(run: (...args: Arguments) => void): (...args: Arguments) => void {
  return (...args) => {
    try {
      run(...args);
    } catch {
      // The page goes on.
    }
  };
}
