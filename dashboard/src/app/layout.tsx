import '../platform/theme/layout-styles.ts';
import { Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useInboxLive } from '../features/notifications/panel/inbox-data.ts';
import { showNotice } from '../platform/errors/refusals.ts';
import { useCurrentBot, useSession } from '../platform/session/session.ts';
import { optional } from '../ui/optional.ts';
import { DemoBanner } from './demo-banner.tsx';
import classes from './layout.module.css';
import { MenuContext } from './menu/menu-context.ts';
import { SideMenu } from './menu/side-menu.tsx';
import { Overlays } from './shortcuts/overlays.tsx';

// Only phones have it.
const MenuDrawer = lazy(() => import('./menu/menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer })));

// Only of bots that somebody has paused.
const PausedBanner = lazy(() => import('./paused-banner.tsx').then((module) => ({ default: module.PausedBanner })));

// Only bots of others can be taken away.
const AccessLive = lazy(() => import('./access-live.tsx').then((module) => ({ default: module.AccessLive })));

// Off unless the operator has joined some.
const OutsideServices = optional(() =>
  import('./services/outside-services.tsx').then(({ OutsideServices }) => OutsideServices),
);

/** Around the pages for accounts and the demo: banner, side menu, page. */
export function Layout() {
  const { notify, user, services } = useSession();
  const { bot, demo } = useCurrentBot();
  const [opened, { open, close }] = useDisclosure(false);
  const drawer = useMemo(() => ({ opened, open, close }), [opened, open, close]);

  useInboxLive(user !== null);
  useEffect(() => {
    for (const notice of notify) showNotice(notice);
  }, [notify]);

  return (
    <MenuContext value={drawer}>
      <Overlays>
        <DemoBanner />
        {bot && !demo && bot.statusDisable && (
          <Suspense>
            <PausedBanner key={bot.key} bot={bot} />
          </Suspense>
        )}
        {(services.chat || services.analytics) && (
          <Suspense>
            <OutsideServices />
          </Suspense>
        )}
        {bot && !demo && bot.role !== 'owner' && (
          <Suspense>
            <AccessLive key={bot.key} bot={bot} />
          </Suspense>
        )}
        <div className={classes.layout}>
          <aside className={classes.side}>
            <SideMenu />
          </aside>
          {opened && (
            <Suspense>
              <MenuDrawer />
            </Suspense>
          )}
          <Box miw={0}>
            <Outlet />
          </Box>
        </div>
      </Overlays>
    </MenuContext>
  );
}
