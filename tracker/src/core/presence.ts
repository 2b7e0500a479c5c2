import { guarded } from './guarded.ts';

/** A device that slept keeps its clock: nobody looked at the page meanwhile. */
const longestMs = 70_000;

/**
 * Reports `visible` and `hidden` with the milliseconds in the foreground since the last report. A page that stays in
 * view reports at 10, 30 and 60 seconds and then each minute, because apps that are closed on Android say nothing.
 *
 * @returns what says whether this is the one in front of several Mini Apps
 */
export function watchPresence(
  report: (name: 'visible' | 'hidden', details: { engaged: number }) => void,
): (isActive: boolean) => void {
  let isActive = true;
  /** 0 = out of view. */
  let since = 0;
  let beats = 0;
  let timer: ReturnType<typeof setTimeout>;

  function note(isVisible: boolean): void {
    const now = Date.now();
    if (since || beats)
      report(isVisible ? 'visible' : 'hidden', { engaged: since && Math.min(longestMs, now - since) });
    since = isVisible ? now : 0;
    clearTimeout(timer);
    // Seconds after the report before.
    if (isVisible) timer = setTimeout(guarded(note), ([10, 20, 30][beats++] ?? 60) * 1_000, true);
  }

  const update = guarded(() => {
    const isVisible = isActive && document.visibilityState === 'visible';
    if (isVisible !== since > 0) note(isVisible);
  });
  addEventListener('visibilitychange', update);
  update();
  return (active) => {
    isActive = active;
    update();
  };
}
