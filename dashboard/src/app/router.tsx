import { Button } from '@mantine/core';
import {
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../platform/api/api-error.ts';
import { failureText } from '../platform/errors/error-mapping.ts';
import { needTexts, parseLanguage, showLanguage } from '../platform/i18n/i18n.ts';
import { isMissingCode, pageCode } from '../platform/routing/page-code.ts';
import { pageFor } from '../platform/routing/page-route.ts';
import { eitherWay, layout, root, visitors } from '../platform/routing/parents.ts';
import { parseSearch, stringifySearch } from '../platform/routing/search.ts';
import { FriendlyPage } from '../ui/friendly-page.tsx';
import { Root } from './root.tsx';
import { collectRoutes } from './routes.ts';
import { VisitorLayout } from './visitor-layout.tsx';

needTexts({
  en: async () => (await import('./locales/en/first-visit.ts')).firstVisit,
  ru: async () => (await import('./locales/ru/first-visit.ts')).firstVisit,
});

root.update({ component: Root, errorComponent: CrashPage });
visitors.update({ component: VisitorLayout });
eitherWay.update({ component: VisitorLayout });
layout.update({ component: lazyRouteComponent(() => pageCode(() => import('./layout.tsx')), 'Layout') });

const notFound = createRoute({
  getParentRoute: () => layout,
  path: '$',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(() => pageCode(() => import('../ui/not-found-page.tsx')), 'NotFoundPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...collectRoutes('bareRoutes'),
    visitors.addChildren(collectRoutes('visitorRoutes')),
    eitherWay.addChildren(collectRoutes('eitherWayRoutes')),
    layout.addChildren([...collectRoutes('routes'), notFound]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // A page that breaks leaves the menu around it standing.
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Instead of a page that could not be drawn or whose data did not come. */
function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { t } = useTranslation();
  useEffect(() => {
    // The very first call may have failed before a dictionary was there.
    showLanguage(parseLanguage(new URLSearchParams(location.search).get('lang') ?? undefined)).catch(() => undefined);
  }, []);
  const retry = async () => {
    // Browsers do not fetch a part again that did not come once; a new page does, if the server is there to give it.
    if (isMissingCode(error))
      return fetch('/healthz')
        .then(() => location.reload())
        .catch(() => undefined);
    await router.invalidate();
    reset();
  };
  const code = error instanceof ApiError ? error.code : isMissingCode(error) ? 'InternetUnavailable' : null;
  return (
    <FriendlyPage title={t('General.Crash.title')} text={code === null ? t('General.Crash.text') : failureText(code)}>
      <Button onClick={retry}>{t('General.Retry')}</Button>
    </FriendlyPage>
  );
}
