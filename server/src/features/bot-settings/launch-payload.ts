/** As long as a launch payload is kept. */
const payloadLength = 512;

/** `https://…`, `tg://…`, `tg:…`, and Telegram's own hosts without a scheme, as people copy them. */
const link = /^(?:[a-z][a-z0-9+.-]*:\/\/|tg:|(?:www\.)?(?:t|telegram)\.(?:me|dog)\/|\w+\.t\.me(?:[/?]|$))/i;
const hasScheme = /^(?:[a-z][a-z0-9+.-]*:\/\/|tg:)/i;
const startCommand = /^\/start(?:@\w+)?(?:\s+|$)/i;
/** The parameters of Telegram's links that carry a payload: to the bot, its Mini App, a group and a channel. */
const parameters = ['start', 'startapp', 'startgroup', 'startchannel'] as const;

/**
 * The payload of a sample: of a link (t.me/shop_bot?start=…, tg://resolve?domain=shop_bot&start=…), of a typed
 * `/start …`, or the sample itself. '' for a link that carries none.
 */
export function parseLaunchPayload(sample: string): string {
  const text = sample.trim();
  return (payloadOfLink(text) ?? text.replace(startCommand, '')).slice(0, payloadLength).toWellFormed();
}

/** Null for what is no link. */
function payloadOfLink(text: string): string | null {
  if (!link.test(text)) return null;
  const address = hasScheme.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { searchParams } = new URL(address);
  const parameter = parameters.find((name) => searchParams.has(name));
  return parameter === undefined ? '' : (searchParams.get(parameter) ?? '').trim();
}
