import type { Edit, Recipe } from './recipe.ts';

const ownFiles: Readonly<Record<string, string>> = {
  'contract/src/manifests/notes.ts': `import { manifest } from './manifest.ts';

export const notes = manifest({ permissions: ['notes.view'] });
`,
  'contract/src/notes.ts': `import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

export const Note = z.object({ id: z.number(), text: z.string() });
export type Note = z.output<typeof Note>;

export const noteEndpoints = {
  listNotes: endpoint({
    method: 'GET',
    path: '/bots/{key}/notes',
    access: 'notes.view',
    params: botPath,
    data: z.array(Note),
  }),
};
`,
  'server/src/features/notes/migrations/9000-notes.sql': `CREATE TABLE notes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  text text NOT NULL
);
`,
  'server/src/features/notes/notes.ts': `import type { Note } from '@botscope/contract';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';

export async function listNotes({ db }: Pick<Metadata, 'db'>, bot: string): Promise<Note[]> {
  const rows = await db.selectFrom('notes').select(['id', 'text']).where('bot_key', '=', bot).orderBy('id').execute();
  return rows.map(({ id, text }) => ({ id: Number(id), text }));
}
`,
  'server/src/features/notes/note-routes.ts': `import { api } from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import { listNotes } from './notes.ts';

export function registerNotes(http: Http<BotRow>, metadata: Pick<Metadata, 'db'>): void {
  http.on(api.listNotes, ({ bot }) => listNotes(metadata, permitted(bot).key));
}
`,
  'server/src/features/notes/feature.ts': `import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { registerNotes } from './note-routes.ts';

/** Notes about a bot. */
export const notes = defineFeature({
  name: 'notes',
  tables: ['notes'],
  create: ({ metadata }: Platform) => ({ routes: (http) => registerNotes(http, metadata) }),
});
`,
  'dashboard/src/features/notes/locales/en/menu.ts': `export const menu = { notes: 'Notes' };

type Names = typeof menu;

declare module '../../../../platform/i18n/texts.ts' {
  interface MenuTexts extends Names {}
}
`,
  'dashboard/src/features/notes/locales/ru/menu.ts': `export const menu = { notes: 'Заметки' };
`,
  'dashboard/src/features/notes/locales/en/notes.ts': `export const notes = { title: 'Notes of the bot' };

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Notes: typeof notes;
  }
}
`,
  'dashboard/src/features/notes/locales/ru/notes.ts': `import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { notes as en } from '../en/notes.ts';

export const notes: Translated<typeof en> = { title: 'Заметки бота' };
`,
  'dashboard/src/features/notes/locales/en/permission-keys.ts': `export const permissionKeyTexts = {
  notes_view: { name: 'Notes', text: 'View the notes of the bot.' },
};

type Names = typeof permissionKeyTexts;

declare module '../../../../platform/i18n/texts.ts' {
  interface PermissionKeyTexts extends Names {}
}
`,
  'dashboard/src/features/notes/locales/ru/permission-keys.ts': `import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { permissionKeyTexts as en } from '../en/permission-keys.ts';

export const permissionKeyTexts: Translated<typeof en> = {
  notes_view: { name: 'Заметки', text: 'Открывает заметки бота.' },
};
`,
  'dashboard/src/features/notes/pages/notes-page.tsx': `import { api } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { useCurrentBot } from '../../../platform/session/session.ts';

export function NotesPage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  const key = bot?.key ?? '';
  const { data } = useQuery({
    queryKey: ['bots', key, 'notes'],
    queryFn: ({ signal }) => call(api.listNotes, { params: { key }, signal }),
  });
  return (
    <>
      <h1>{t('Notes.title')}</h1>
      <ul>
        {data?.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </>
  );
}
`,
  'dashboard/src/features/notes/routes.ts': `import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';

const notes = createRoute({
  getParentRoute: () => layout,
  path: '/notes',
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['Notes'], () => import('./pages/notes-page.tsx')),
    'NotesPage',
  ),
});

export const routes = [notes] as const;
`,
  'dashboard/src/features/notes/feature.ts': `import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  pages: [
    {
      to: '/notes',
      order: 90,
      label: (t) => t('Menu.notes'),
      isVisible: ({ bot }) => may(bot, 'notes.view'),
    },
  ],
};
`,
};

const edits: readonly Edit[] = [
  {
    file: 'contract/src/index.ts',
    find: "import { passkeyEndpoints } from './passkeys.ts';",
    replace: "import { noteEndpoints } from './notes.ts';\nimport { passkeyEndpoints } from './passkeys.ts';",
  },
  {
    file: 'contract/src/index.ts',
    find: "export * from './passkeys.ts';",
    replace: "export * from './notes.ts';\nexport * from './passkeys.ts';",
  },
  {
    file: 'contract/src/index.ts',
    find: '  ...annotationEndpoints,\n',
    replace: '  ...annotationEndpoints,\n  ...noteEndpoints,\n',
  },
  {
    file: 'contract/src/manifests.ts',
    find: 'import { campaigns, ',
    replace: "import { notes } from './manifests/notes.ts';\nimport { campaigns, ",
  },
  { file: 'contract/src/manifests.ts', find: '  annotations,\n', replace: '  annotations,\n  notes,\n' },
  {
    file: 'server/src/features/features.ts',
    find: "import { notifications } from './notifications/feature.ts';",
    replace: "import { notes } from './notes/feature.ts';\nimport { notifications } from './notifications/feature.ts';",
  },
  {
    file: 'server/src/features/features.ts',
    find: '  .use(annotations)\n',
    replace: '  .use(annotations)\n  .use(notes)\n',
  },
  {
    file: 'server/src/features/erasures/user-data.ts',
    find: "  notifications: 'redacted',",
    replace: "  notes: 'typed',\n  notifications: 'redacted',",
  },
  {
    file: 'dashboard/src/app/routes.ts',
    find: "import * as shares from '../features/shares/routes.ts';",
    replace:
      "import * as notes from '../features/notes/routes.ts';\nimport * as shares from '../features/shares/routes.ts';",
  },
  { file: 'dashboard/src/app/routes.ts', find: '  utmLinks,\n', replace: '  utmLinks,\n  notes,\n' },
];

/**
 * Notes about a bot: a route, a table, a permission, a page in the menu, texts in both languages. The edits are one list
 * in the server, one in the dashboard, two in the contract, and what an erasure does to the table.
 */
export const feature: Recipe = {
  name: 'a feature',
  ownFolders: /^(?:(?:server|dashboard)\/src\/features\/notes\/|contract\/src\/(?:manifests\/)?notes\.ts$)/,
  ownFiles,
  edits,
  maxEditedFiles: 5,
};
