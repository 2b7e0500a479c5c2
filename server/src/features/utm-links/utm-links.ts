import {
  buildLink,
  type LinkKind,
  LinkParts,
  type ReadPayload,
  type StartRules,
  type UtmLink,
} from '@botscope/contract';
import { parseStartPayload } from '../../events/normalize/start-payload.ts';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { BotRow } from '../bots/bots.ts';
import { readLink } from './read-link.ts';
import { createUtmLinkStore, type UtmLinkRow } from './utm-link-store.ts';

/** The builder shows this many links of its history; the store keeps `keptLinks`. */
const shownLinks = 50;
export const keptLinks = 200;
export const maxTemplates = 100;

type LinkBot = Pick<BotRow, 'key' | 'username' | 'start_rules'>;

/** Links to a bot: made from parts, kept, read back. Its start rules decide what is read, so they decide what is made. */
export interface UtmLinks {
  /** Data for the builder; templates by their names, the history from its newest. */
  builder(bot: LinkBot): Promise<{ username: string; rules: StartRules; templates: UtmLink[]; history: UtmLink[] }>;
  /**
   * Keeps a link: a template if it has a name (of which there is one each, and which may leave values blank), else the
   * newest entry of the history. A repeated link only moves to its top.
   * @throws AppError LinkTooLong (link.parts); InvalidField, naming the part that cannot be read back; TooManyTemplates.
   */
  keep(bot: LinkBot, name: string, link: LinkParts): Promise<UtmLink>;
  /** @throws AppError NotFound for one that this bot does not have. */
  remove(bot: string, id: number): Promise<void>;
  /** Parses a pasted link or payload as reports will read it. @throws AppError LinkUnreadable (link) */
  read(bot: LinkBot, link: string): { kind: LinkKind | null; username: string | null; read: ReadPayload };
}

export function createUtmLinks(deps: { metadata: Pick<Metadata, 'db'>; now?: () => number }): UtmLinks {
  const store = createUtmLinkStore(deps.metadata.db);
  const now = deps.now ?? Date.now;

  return {
    async builder(bot) {
      const [templates, history] = await Promise.all([
        store.templates(bot.key, maxTemplates),
        store.history(bot.key, shownLinks),
      ]);
      return {
        username: bot.username,
        rules: toStartRules(bot),
        templates: templates.map(presentLink),
        history: history.map(presentLink),
      };
    },
    async keep(bot, name, link) {
      const url = checkedUrl(bot, link, name !== '');
      const row = { bot_key: bot.key, name, link: JSON.stringify(link), url, created_at: new Date(now()) };
      return presentLink(await store.keep(row, { kept: keptLinks, templates: maxTemplates }));
    },
    async remove(bot, id) {
      if (!(await store.remove(bot, id))) throw new AppError('NotFound');
    },
    read(bot, pasted) {
      const link = readLink(pasted);
      if (link === null) throw new AppError('LinkUnreadable', { field: 'link' });
      const { kind, username, payload } = link;
      return { kind, username, read: { payload, ...parseStartPayload(payload, toStartRules(bot)), count: 0 } };
    },
  };
}

/** The address of a link; of a template as far as its values are known, '' where that is nothing. */
function checkedUrl(bot: LinkBot, link: LinkParts, isTemplate: boolean): string {
  if (bot.username === '') throw new AppError('RequiredFields', { field: 'username' });
  // A blank value of a template is filled in later; its place among the parts stays, so that problems name it.
  const parts = link.parts.map((part) => (isTemplate && part.value === '' ? { name: '', value: '' } : part));
  const { url, problems } = buildLink(bot.username, toStartRules(bot), { ...link, parts });
  const [problem] = problems;
  if (problem === undefined) return url;
  if (problem.code === 'empty' && isTemplate && link.parts.some(({ name }) => name !== '')) return '';
  if (problem.code === 'tooLong') throw new AppError('LinkTooLong', { field: 'link.parts' });
  const code = problem.code === 'empty' || problem.code.endsWith('Missing') ? 'RequiredFields' : 'InvalidField';
  throw new AppError(code, { field: toFieldPath(problem) });
}

function toFieldPath({ part, field }: { part: number | null; field: string | null }): string {
  if (part === null) return field === null ? 'link.parts' : `link.${field}`;
  return ['link.parts', part, ...(field === null ? [] : [field])].join('.');
}

const presentLink = ({ id, name, link, url, created_at }: UtmLinkRow): UtmLink => ({
  id: Number(id),
  name,
  link: LinkParts.parse(link),
  url,
  created_at: new Date(created_at).toISOString(),
});
