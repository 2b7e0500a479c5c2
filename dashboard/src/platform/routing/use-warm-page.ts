import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** For browsers that do not say when they are idle: what is on show has come by then, ms. */
const settleMs = 500;

/** Fetches the code of a page that is likely to be next while the browser has nothing else to do, so that it opens at once. */
export function useWarmPage(path: '/users/$userId'): void {
  const router = useRouter();
  useEffect(() => {
    // A failure is the page's own matter, once it is opened.
    const warm = () => void router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(warm, settleMs);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(warm);
    return () => cancelIdleCallback(idle);
  }, [router, path]);
}
