import { randomText } from '../core/random-text.ts';

/** Rules by which links to bots carry the visit; attributes of the script's tag. */
export interface LinkRules {
  links?: string | undefined;
  /** Separators of the bot's rules: between parameters, and between a name and its value. */
  between?: string | undefined;
  equals?: string | undefined;
  /** Name of the source in these rules. */
  source?: string | undefined;
}

/** A link to a bot and what it carries: a ticket that the server knows, or something that the bot reads itself. */
export interface BotLink {
  url: string;
  bot: string;
  ticket?: string;
  payload?: string | null;
}

/**
 * The link with the visit in it; undefined for a link that leads to no bot. A link with a payload is never changed,
 * because the bot's own code reads it.
 */
export function linkToBot(
  href: string,
  campaign: Readonly<Record<string, string>>,
  rules: LinkRules,
): BotLink | undefined {
  // `t.me/<bot>`, `<bot>.t.me` and `tg://resolve?domain=<bot>`. Names of bots end so; links to users stay as they are.
  const botLink = /^(https?:\/\/((www\.)?(t|telegram)\.(me|dog)\/|(?=\w+\.t\.me))|tg:.*domain=)(\w+bot)\b/i;
  const bot = botLink.exec(href)?.pop();
  if (!bot) return;
  const ticketStart = 'bsv_';
  const { links, between = '_', equals = '-', source = 'source' } = rules;
  const url = new URL(href);
  const name = /[?&](start\w*)/.exec(href)?.[1] ?? 'start';
  const existingPayload = url.searchParams.get(name);
  if (existingPayload?.startsWith(ticketStart))
    return { url: href, bot, ticket: existingPayload.slice(ticketStart.length) };
  if (existingPayload || links === 'off') return { url: href, bot, payload: existingPayload };

  const parts = Object.entries(campaign).map(
    ([each, value]) => each.replace('utm_source', source).replace('utm_', '') + equals + value,
  );
  const payload = parts.join(between);
  // Identifiers of clicks and campaigns, whose names contain `id`, are for the server alone; a value with a separator in it would be cut.
  const isRead =
    links === 'readable' &&
    !/id/.test(`${Object.keys(campaign)}`) &&
    // What Telegram takes behind `start`.
    /^[\w-]{1,64}$/.test(payload) &&
    `${payload.split(between)}` === `${parts}`;
  const ticket = randomText(11, 36);
  url.searchParams.set(name, isRead ? payload : ticketStart + ticket);
  return { url: url.href, bot, ...(isRead ? { payload } : { ticket }) };
}
