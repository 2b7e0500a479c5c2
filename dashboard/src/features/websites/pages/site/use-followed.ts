import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { otherKeysQuery, recentHitsQuery, type SitePath, siteErrorsQuery } from '../../data/websites-data.ts';

/** While its removal is being confirmed nothing is requested: the website may be gone when the question arrives. */
const useIsBeingRemoved = (): boolean => useSearch({ from: '/layout/code4-site/$site' }).dialog === 'remove';

/** The last hits, as they come in. */
export const useRecentHits = (site: SitePath, isPaused = false) =>
  useQuery(recentHitsQuery(site, useIsBeingRemoved() || isPaused));

export const useSiteErrors = (site: SitePath) => useQuery(siteErrorsQuery(site, useIsBeingRemoved()));

export const useOtherKeys = (site: SitePath) => useQuery(otherKeysQuery(site, useIsBeingRemoved()));
