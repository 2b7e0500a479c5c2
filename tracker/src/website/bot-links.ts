/** How links to bots carry the visit; attributes of the script's tag. */
export interface LinkRules {
  links?: string | undefined;
  /** What the bot's rules put between parameters, and between a name and its value. */
  between?: string | undefined;
  equals?: string | undefined;
  /** What they call the source. */
  source?: string | undefined;
}

/** A link to a bot and what it carries: a ticket that the server knows, or something that the bot reads itself. */
export interface BotLink {
  url: string;
  bot: string;
  ticket?: string;
  payload?: string | null;
}

const ticketStart = 'bsv_';
/** What Telegram takes behind `start`. */
const fits = /^[\w-]{1,64}$/;
const payloadNames = ['startgroup', 'startapp', 'startattach'];

/** 64 random bits in Telegram's alphabet, 11 characters. */
const newTicket = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(8)))).replace(
    /[+/=]/g,
    (sign) => ({ '+': '-', '/': '_' })[sign] ?? '',
  );

/** `t.me/<bot>`, `<bot>.t.me` and `tg://resolve?domain=<bot>`. Names of bots end so; links to people stay as they are. */
const botOf = (url: string): string | undefined =>
  /^(https?:\/\/((www\.)?(t|telegram)\.(me|dog)\/|(?=\w+\.t\.me))|tg:.*domain=)(\w+bot)\b/i.exec(url)?.pop();

/**
 * The link with the visit in it; undefined for a link that leads to no bot. A link with a payload is never changed,
 * because the bot's own code reads it.
 */
export function linkToBot(
  href: string,
  campaign: Readonly<Record<string, string>>,
  rules: LinkRules,
): BotLink | undefined {
  const bot = botOf(href);
  if (!bot) return;
  const { links, between = '_', equals = '-', source = 'source' } = rules;
  const url = new URL(href);
  const name = payloadNames.find((each) => url.searchParams.has(each)) ?? 'start';
  const given = url.searchParams.get(name);
  if (given?.startsWith(ticketStart)) return { url: href, bot, ticket: given.slice(ticketStart.length) };
  if (given || links === 'off') return { url: href, bot, payload: given };

  const parts = Object.entries(campaign).map(
    ([each, value]) => each.replace('utm_source', source).replace('utm_', '') + equals + value,
  );
  const payload = parts.join(between);
  // Identifiers of clicks and campaigns are for the server alone; a value with a separator in it would be cut.
  const isRead =
    links === 'readable' &&
    Object.keys(campaign).every((each) => /^utm_[^i]/.test(each)) &&
    fits.test(payload) &&
    `${payload.split(between)}` === `${parts}`;
  const ticket = newTicket();
  url.searchParams.set(name, isRead ? payload : ticketStart + ticket);
  return { url: url.href, bot, ...(isRead ? { payload } : { ticket }) };
}
