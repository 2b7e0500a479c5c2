import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useFeatures } from './feature.ts';
import { fetchUserPart } from './user-part.tsx';

/** For browsers that do not say when they are idle: what is on show has come by then, ms. */
const settleMs = 500;

/** Fetches the code of a user's page while the browser has nothing else to do, so that it opens at once. */
export function useWarmUserPage(): void {
  const router = useRouter();
  const features = useFeatures();
  useEffect(() => {
    const warm = () => {
      // A failure is the page's own matter, once it is opened.
      void router.loadRouteChunk(router.routesByPath['/users/$userId'])?.catch(() => undefined);
      for (const { userSections = [], userComposer } of features) {
        for (const { load } of userComposer ? [userComposer, ...userSections] : userSections) {
          void fetchUserPart(load);
        }
      }
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(warm, settleMs);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(warm);
    return () => cancelIdleCallback(idle);
  }, [router, features]);
}
