/** The address on show, so that it shows the same to someone else: about this bot, whichever is theirs at the moment. */
export function linkTo(address: string, bot: { key: string; is_demo: boolean }): string {
  const link = new URL(address);
  link.searchParams.delete('demo');
  link.searchParams.delete('bot');
  if (bot.is_demo) link.searchParams.set('demo', '1');
  else link.searchParams.set('bot', bot.key);
  return link.href;
}
