import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type AppPath, appErrorsQuery, otherKeysQuery, recentHitsQuery } from '../../data/mini-apps-data.ts';

/** While its removal is being confirmed nothing is requested: the app may be gone when the question arrives. */
const useIsBeingRemoved = (): boolean => useSearch({ from: '/layout/webapps/$app' }).dialog === 'remove';

/** The last hits, as they come in. */
export const useRecentHits = (app: AppPath, isPaused = false) =>
  useQuery(recentHitsQuery(app, useIsBeingRemoved() || isPaused));

export const useAppErrors = (app: AppPath) => useQuery(appErrorsQuery(app, useIsBeingRemoved()));

export const useOtherKeys = (app: AppPath) => useQuery(otherKeysQuery(app, useIsBeingRemoved()));
