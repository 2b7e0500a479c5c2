import { type Bot, type Held, heldOf, homeReports, mayRead, type ReportType, reportTypes } from '@botscope/contract';

export type Landing =
  | { to: '/' }
  | { to: '/reports/$typeReport'; params: { typeReport: ReportType } }
  | { to: '/bots/$key'; params: { key: string } };

/** What somebody may read of a bot, in the order of the catalogue. */
export const readable = (held: Held): ReportType[] =>
  (Object.keys(reportTypes) as ReportType[]).filter((type) => mayRead(held, type));

/**
 * Where somebody begins at a bot: at the summary if he may see a part of it, otherwise at the first report that is open
 * to him. Whoever was given one report is led to that one; whoever was given none, to the bot's own page.
 */
export function landingOf(bot: Pick<Bot, 'key' | 'permissions' | 'reports' | 'role'> | null): Landing {
  if (bot === null) return { to: '/' };
  const open = readable(heldOf(bot));
  const [first, second] = open;
  if (first === undefined) return { to: '/bots/$key', params: { key: bot.key } };
  if (second !== undefined && open.some((type) => homeReports.includes(type))) return { to: '/' };
  return { to: '/reports/$typeReport', params: { typeReport: first } };
}

/** The path of it, to know whether somebody is already there. */
export function landingPath(landing: Landing): string {
  if (landing.to === '/') return '/';
  return 'key' in landing.params ? `/bots/${landing.params.key}` : `/reports/${landing.params.typeReport}`;
}
