import type { Init, TariffDemand } from '@botscope/contract';
import { notifications, notificationsStore } from '@mantine/notifications';
import { createRootRoute, createRoute, isRedirect } from '@tanstack/react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { initQuery, queryClient } from '../api/call.ts';
import { i18n } from '../i18n/i18n.ts';
import { shared } from '../i18n/locales/en/shared.ts';
import { botMemory } from '../session/bot-memory.ts';
import type { Visibility } from './guard.ts';
import { pageFor } from './page-route.ts';

/** Opens a page with this demand as an account of this tariff (null: a visitor); returns where one ends, and what was said. */
async function visit(demand: TariffDemand, tariff: number | null, visibility: Visibility = 'account') {
  const user = tariff === null ? null : { key: 'a', tariff };
  queryClient.setQueryData(initQuery.queryKey, { user } as Init);
  const route = createRoute({
    getParentRoute: () => createRootRoute(),
    path: '/fixture',
    beforeLoad: pageFor(visibility, demand),
  });
  const led = await route.options
    .beforeLoad?.({ location: { pathname: '/fixture' } } as never)
    ?.catch((reason: unknown) => reason);
  return {
    page: isRedirect(led) ? led.options.to : '/fixture',
    said: notificationsStore.getState().notifications.map(({ title, message }) => `${title}: ${message}`),
  };
}

beforeAll(async () => {
  i18n.addResourceBundle('en', 'translation', shared);
  await i18n.changeLanguage('en');
});
afterEach(() => notifications.clean());

const warning = ['Warning: This is not available on your plan'];
test.each<[demand: TariffDemand, tariff: number | null, page: string, said: string[]]>([
  [{}, 0, '/fixture', []],
  [{ tariff: 3 }, 3, '/fixture', []],
  [{ tariff: 3 }, 2, '/', warning],
  // Self-hosted installations have everything.
  [{ tariff: 3 }, 4, '/fixture', []],
  [{ feature: 'mailings' }, 1, '/fixture', []],
  [{ feature: 'mailings' }, 2, '/', warning],
  // Signing in comes first: a visitor sees no plans.
  [{ tariff: 3 }, null, '/signin', []],
])('a page that demands %j, on the tariff %s: %s', async (demand, tariff, page, notices) => {
  expect(await visit(demand, tariff)).toEqual({ page, said: notices });
});

test('the demo shows what every tariff has', async () => {
  botMemory.keep({ stored: null, demo: true });
  expect(await visit({ feature: 'custom_fields' }, null, 'demo')).toEqual({ page: '/fixture', said: [] });
  expect(await visit({ feature: 'mailings' }, 2, 'demo')).toEqual({ page: '/fixture', said: [] });
  botMemory.keep({ stored: null, demo: false });
  expect(await visit({ feature: 'mailings' }, 2, 'demo')).toEqual({ page: '/', said: warning });
});
