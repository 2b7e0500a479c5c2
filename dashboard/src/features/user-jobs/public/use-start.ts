import type { SegmentMembers, UserJob } from '@botscope/contract';
import { useState } from 'react';
import { codeOf, type FailureCode } from '../../../platform/api/api-error.ts';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { type ChosenUsers, countNow } from './jobs-data.ts';

interface Starting {
  /** Number of users, as far as is known. */
  count: number;
  /** Set when there are more than there were: how many there were. */
  before: number | null;
  busy: boolean;
  /** `start` receives the selected users; `own` returns whether the caller shows an error code itself. */
  run(start: (chosen: ChosenUsers) => Promise<UserJob>, own?: (code: FailureCode) => boolean): Promise<void>;
}

/** Starts a job. If the selection has grown meanwhile, the new number is to be confirmed again. */
export function useStart(bot: string, members: SegmentMembers, shownCount: number, onStarted: () => void): Starting {
  const [count, setCount] = useState(shownCount);
  const [before, setBefore] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    count,
    before,
    busy: isBusy,
    async run(start, isHandled = () => false) {
      setBusy(true);
      try {
        await start({ members, expected: count });
        onStarted();
      } catch (error) {
        const code = codeOf(error);
        if (code === 'SelectionGrew') {
          setBefore(count);
          setCount(await countNow(bot, members).catch(() => count));
        } else if (!isHandled(code)) showError(error);
        setBusy(false);
      }
    },
  };
}
