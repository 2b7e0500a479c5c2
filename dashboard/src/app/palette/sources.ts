import type { Bot, Init } from '@botscope/contract';
import type { AnyRouter } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { selectTabs } from '../../features/bots/public/bot-sections.ts';
import { type Feature, inOrder } from '../../platform/routing/feature.ts';
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
  features: readonly Feature[];
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

const pages: Source = (context) => {
  const { t, router, menu, session } = context;
  const inGroups = menu.groups.flatMap(({ items }) => items.filter((item) => 'to' in item));
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
  context.menu.groups.flatMap(({ label, items }) =>
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
        void router.navigate({ to: '.', search: (oldSearch: object) => ({ ...oldSearch, bot: key }) });
      },
    }));

const settings: Source = ({ t, router, features, session, bot, demo, showHelp }) => [
  ...(bot && !demo && session.user
    ? [
        ...selectTabs(features, bot).map(({ id, label }, index) => ({
          id: `bot-settings:${id}`,
          group: 'settings' as const,
          label: label(t),
          hint: bot.bot_name,
          run: () =>
            void router.navigate({
              to: '/bots/$key',
              params: { key: bot.key },
              search: { tab: index === 0 ? undefined : id },
            }),
        })),
        {
          id: 'bot-settings:permissions',
          group: 'settings' as const,
          label: t('Menu.access'),
          hint: bot.bot_name,
          run: () => void router.navigate({ to: '/bots/$key/permissions', params: { key: bot.key } }),
        },
      ]
    : []),
  ...(session.user
    ? inOrder(features.map(({ profileTabs }) => profileTabs)).map(({ id, label }, index) => ({
        id: `profile:${id}`,
        group: 'settings' as const,
        label: label(t),
        hint: t('Shell.profile'),
        run: () => void router.navigate({ to: '/profile', search: { tab: index === 0 ? undefined : id } }),
      }))
    : []),
  { id: 'shortcuts', group: 'settings', label: t('Palette.shortcuts.title'), run: showHelp },
];

/** Sources of entries, in the order of their groups. */
export const sources: readonly Source[] = [pages, reports, bots, settings];
