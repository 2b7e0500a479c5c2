import { defaultOutcomeDays, type OutcomeDays, outcomeDays } from '@botscope/contract';
import { useSearch } from '@tanstack/react-router';

/** For how many days recipients are followed: of the address, and the usual number without one. */
export function useOutcomeDays(): OutcomeDays {
  const { days } = useSearch({ from: '/layout/mailing/campaign/$campaignId' });
  return outcomeDays.find((each) => String(each) === days) ?? defaultOutcomeDays;
}
