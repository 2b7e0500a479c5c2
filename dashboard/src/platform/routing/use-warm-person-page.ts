import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useFeatures } from './feature.ts';
import { fetchPersonPart } from './person-part.tsx';

/** For browsers that do not say when they are idle: what is on show has come by then, ms. */
const settleMs = 500;

/** Fetches the code of a user's page while the browser has nothing else to do, so that it opens at once. */
export function useWarmPersonPage(): void {
  const router = useRouter();
  const features = useFeatures();
  useEffect(() => {
    const warm = () => {
      // A failure is the page's own matter, once it is opened.
      void router.loadRouteChunk(router.routesByPath['/users/$userId'])?.catch(() => undefined);
      for (const { personSections = [], personComposer } of features) {
        for (const { load } of personComposer ? [personComposer, ...personSections] : personSections) {
          void fetchPersonPart(load);
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
