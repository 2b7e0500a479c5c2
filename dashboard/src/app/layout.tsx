import '../platform/theme/layout-styles.ts';
import { Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { botTexts } from '../features/bots/texts.ts';
import { useNotificationsLive } from '../features/notifications/panel/notification-data.ts';
import { showNotice } from '../platform/errors/error-mapping.ts';
import { withTexts } from '../platform/i18n/i18n.ts';
import { FeaturesContext } from '../platform/routing/feature.ts';
import { useCurrentBot, useSession } from '../platform/session/session.ts';
import { atSignOut } from '../platform/session/visit.ts';
import { optional } from '../ui/optional.ts';
import { PageFrameContext } from '../ui/page-frame.ts';
import { DemoBanner } from './demo-banner.tsx';
import { features } from './features.ts';
import classes from './layout.module.css';
import { MenuContext } from './menu/menu-context.ts';
import { PinButton } from './menu/pin-button.tsx';
import { SideMenu } from './menu/side-menu.tsx';
import { Overlays } from './shortcuts/overlays.tsx';
import { TopBar } from './top-bar/top-bar.tsx';

// Only phones have it.
const MenuDrawer = lazy(() => import('./menu/menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer })));

// Only of bots that someone has paused.
const PausedBanner = lazy(
  withTexts([botTexts], async () => ({ default: (await import('./paused-banner.tsx')).PausedBanner })),
);

// Only bots of others can be taken away.
const AccessLive = lazy(() => import('./access-live.tsx').then((module) => ({ default: module.AccessLive })));

// Off unless the operator has joined some.
const OutsideServices = optional(() =>
  import('./services/outside-services.tsx').then(({ OutsideServices }) => OutsideServices),
);

const frame = { TopBar, PinButton };

for (const { forget } of features) if (forget) atSignOut(forget);

/** Around the pages for accounts and the demo: banner, side menu, page. */
export function Layout() {
  const { notify, user, services } = useSession();
  const { bot, demo } = useCurrentBot();
  const [isOpened, { open, close }] = useDisclosure(false);
  const drawer = useMemo(() => ({ opened: isOpened, open, close }), [isOpened, open, close]);

  useNotificationsLive(user !== null);
  useEffect(() => {
    for (const notice of notify) showNotice(notice);
  }, [notify]);

  return (
    <FeaturesContext value={features}>
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
            {isOpened && (
              <Suspense>
                <MenuDrawer />
              </Suspense>
            )}
            <Box miw={0}>
              <PageFrameContext value={frame}>
                <Outlet />
              </PageFrameContext>
            </Box>
          </div>
        </Overlays>
      </MenuContext>
    </FeaturesContext>
  );
}
