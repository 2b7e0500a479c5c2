import {
  type Bot,
  homeReports,
  mayRead,
  type Permissions,
  permissionsOf,
  type ReportType,
  reportTypes,
} from '@botscope/contract';

export type DefaultPage =
  | { to: '/' }
  | { to: '/reports/$typeReport'; params: { typeReport: ReportType } }
  | { to: '/bots/$key'; params: { key: string } };

/** Returns the reports of a bot that a user may read, in the order of the catalogue. */
export const readable = (permissions: Permissions): ReportType[] =>
  (Object.keys(reportTypes) as ReportType[]).filter((type) => mayRead(permissions, type));

/**
 * Returns the first page of a bot for a user: the summary if they may see a part of it, otherwise the first report that
 * they may open. A user with one report is led to that one; a user with none, to the bot's own page.
 */
export function selectDefaultPage(bot: Pick<Bot, 'key' | 'permissions' | 'reports' | 'role'> | null): DefaultPage {
  if (bot === null) return { to: '/' };
  const open = readable(permissionsOf(bot));
  const [first, second] = open;
  if (first === undefined) return { to: '/bots/$key', params: { key: bot.key } };
  if (second !== undefined && open.some((type) => homeReports.includes(type))) return { to: '/' };
  return { to: '/reports/$typeReport', params: { typeReport: first } };
}

/** The path of it, to know whether someone is already there. */
export function defaultPagePath(defaultPage: DefaultPage): string {
  if (defaultPage.to === '/') return '/';
  return 'key' in defaultPage.params ? `/bots/${defaultPage.params.key}` : `/reports/${defaultPage.params.typeReport}`;
}
