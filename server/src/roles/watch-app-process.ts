/** Interval at which the app process is asked whether it is well, ms. */
const tickMs = 1_000;
/** Silent ticks after which the process counts as hanging. A busy event loop is late by one or two. */
const silentTicks = 10;

export interface SilenceWatch {
  /** A process has been started: until it has said something it is loading, and takes no requests. */
  begin(): void;
  /** The process has said something. */
  heard(): void;
  isSilent(): boolean;
  close(): void;
}

/**
 * Notices a process that is there and does nothing: stopped (SIGSTOP, a debugger, a frozen container), or in a loop. Its
 * sockets take connections, and pages waited in them for up to an hour. Ticks are counted, not time: while this process
 * itself is suspended, none of them pass.
 */
export function watchAppProcess(deps: {
  ping: () => Promise<unknown>;
  /** Called with each tick of silence: requests may have come that were read meanwhile. */
  onSilent: (isNew: boolean) => void;
}): SilenceWatch {
  let silent = 0;
  let hasSpoken = false;
  let isPinging = false;
  const heard = (): void => {
    silent = 0;
    hasSpoken = true;
  };
  const timer = setInterval(() => {
    if (hasSpoken) silent += 1;
    if (silent >= silentTicks) deps.onSilent(silent === silentTicks);
    if (isPinging) return;
    isPinging = true;
    deps
      .ping()
      .then(heard, () => undefined)
      .finally(() => {
        isPinging = false;
      });
  }, tickMs).unref();
  return {
    begin() {
      silent = 0;
      hasSpoken = false;
    },
    heard,
    isSilent: () => silent >= silentTicks,
    close: () => clearInterval(timer),
  };
}
