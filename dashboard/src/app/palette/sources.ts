import type { Bot, Init } from '@botscope/contract';
import type { AnyRouter } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { tabsOf } from '../../features/bots/public/bot-sections.ts';
import { botMemory } from '../../platform/session/bot-memory.ts';
import { itemId, linkTo, type MenuContents, type MenuItem } from '../menu/menu.ts';

export type EntryGroup = 'pages' | 'reports' | 'bots' | 'settings';

export interface PaletteEntry {
  /** Without spaces: recent choices are kept by it. */
  id: string;
  group: EntryGroup;
  label: string;
  /** Beside the label: where it is found otherwise. */
  hint?: string;
  run(): void;
}

export interface PaletteContext {
  t: TFunction;
  router: AnyRouter;
  menu: MenuContents;
  session: Pick<Init, 'user' | 'bots'>;
  bot: Bot | null;
  demo: boolean;
  showHelp(): void;
}

type Source = (context: PaletteContext) => PaletteEntry[];

const ofItem = ({ router }: PaletteContext, item: MenuItem, group: EntryGroup, hint?: string): PaletteEntry => ({
  id: itemId(item),
  group,
  label: item.title,
  ...(hint === undefined ? {} : { hint }),
  run: () => void router.navigate(linkTo(item)),
});

const groupsOf = ({ menu }: PaletteContext) => [...(menu.conversions ? [menu.conversions] : []), ...menu.reports];

const pages: Source = (context) => {
  const { t, router, menu, session } = context;
  const inGroups = groupsOf(context).flatMap(({ items }) => items.filter((item) => 'to' in item));
  return [
    ...[...menu.pages, ...inGroups].map((item) => ofItem(context, item, 'pages')),
    ...(session.user
      ? [
          {
            id: '/add-bot',
            group: 'pages' as const,
            label: t('Shell.addBot'),
            run: () => void router.navigate({ to: '/add-bot' }),
          },
        ]
      : []),
  ];
};

const reports: Source = (context) =>
  groupsOf(context).flatMap(({ label, items }) =>
    items.filter((item) => 'type' in item).map((item) => ofItem(context, item, 'reports', label)),
  );

const bots: Source = ({ t, router, session, bot, demo }) =>
  Object.values(session.bots)
    .filter(({ key }) => demo || key !== bot?.key)
    .map(({ key, bot_name }) => ({
      id: `bot:${key}`,
      group: 'bots',
      label: bot_name,
      hint: t('Palette.switchTo'),
      run: () => {
        botMemory.keep({ stored: key, demo: false });
        void router.navigate({ to: '.', search: (kept: object) => ({ ...kept, bot: key }) });
      },
    }));

const profileTabs = ['general', 'sign-in', 'security', 'notifications', 'activity', 'data'] as const;

const settings: Source = ({ t, router, session, bot, demo, showHelp }) => [
  ...(bot && !demo && session.user
    ? [...tabsOf(bot), 'permissions' as const].map((tab) => ({
        id: `bot-settings:${tab}`,
        group: 'settings' as const,
        label: t(`Palette.bot.${tab}`),
        hint: bot.bot_name,
        run: () =>
          void router.navigate(
            tab === 'permissions'
              ? { to: '/bots/$key/permissions', params: { key: bot.key } }
              : { to: '/bots/$key', params: { key: bot.key }, search: { tab: tab === 'overview' ? undefined : tab } },
          ),
      }))
    : []),
  ...(session.user
    ? profileTabs.map((tab) => ({
        id: `profile:${tab}`,
        group: 'settings' as const,
        label: t(`Palette.profile.${tab}`),
        hint: t('Shell.profile'),
        run: () => void router.navigate({ to: '/profile', search: { tab: tab === 'general' ? undefined : tab } }),
      }))
    : []),
  { id: 'shortcuts', group: 'settings', label: t('Palette.shortcuts.title'), run: showHelp },
];

/** Where entries come from, in the order of their groups. */
export const sources: readonly Source[] = [pages, reports, bots, settings];
