import '../platform/theme/layout-styles.ts';
import { ActionIcon, Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotificationsLive } from '../features/notifications/panel/notification-data.ts';
import { showNotice } from '../platform/errors/error-mapping.ts';
import { withTexts } from '../platform/i18n/i18n.ts';
import { FeaturesContext } from '../platform/routing/feature.ts';
import { useDemo } from '../platform/session/demo.ts';
import { useCurrentBot, useSession } from '../platform/session/session.ts';
import { atSignOut } from '../platform/session/visit.ts';
import { optional } from '../ui/optional.ts';
import { PageFrameContext } from '../ui/page-frame.ts';
import { features } from './features.ts';
import classes from './layout.module.css';
import { itemId } from './menu/menu.ts';
import { MenuContext } from './menu/menu-context.ts';
import { maxPins, usePins } from './menu/pins.ts';
import { SideMenu } from './menu/side-menu.tsx';
import { useMenu } from './menu/use-menu.ts';
import { Overlays } from './shortcuts/overlays.tsx';
import { TopBar } from './top-bar/top-bar.tsx';

// Only phones have it.
const MenuDrawer = lazy(() => import('./menu/menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer })));

// Only of bots that someone has paused.
const PausedBanner = lazy(
  withTexts(['Bots', 'BotHome'], async () => ({ default: (await import('./paused-banner.tsx')).PausedBanner })),
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

/** Above everything while the demo bot is active; the whole of it ends the demo. */
function DemoBanner() {
  const { t } = useTranslation();
  const { demo } = useCurrentBot();
  const { end } = useDemo();
  if (!demo) return null;
  return (
    <button type="button" className={classes.banner} data-print="hide" onClick={end}>
      <span>{t('Shell.demoBanner')}</span> <span className={classes.end}>{t('Shell.demoEnd')}</span>
    </button>
  );
}

/** Beside the heading of a page that the menu has: keeps it at the top of the menu. */
function PinButton({ title }: { title: string }) {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  const { current } = useMenu();
  const { pins, toggle } = usePins();
  if (!current || !bot) return null;
  const id = itemId(current);
  const isPinned = pins.includes(id);
  const isFull = !isPinned && pins.length >= maxPins;
  const label = t('Shell.pin.button', { title });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      data-print="hide"
      aria-label={label}
      aria-pressed={isPinned}
      title={isFull ? t('Shell.pin.full', { count: maxPins }) : label}
      disabled={isFull}
      onClick={() => toggle(id)}
    >
      {isPinned ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} stroke={1.6} aria-hidden />}
    </ActionIcon>
  );
}
