import { api } from '@botscope/contract';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Http } from '../http/http.ts';
import type { UtmLinks } from './utm-links.ts';

export function registerUtmLinks(http: Http<BotRow>, { utmLinks }: { utmLinks: UtmLinks }): void {
  http.on(api.utmBuilder, ({ bot }) => utmLinks.builder(permitted(bot)));
  http.on(api.keepUtmLink, ({ bot, body }) => utmLinks.keep(permitted(bot), body.name, body.link));
  http.on(api.removeUtmLink, async ({ bot, params }) => {
    await utmLinks.remove(permitted(bot).key, Number(params.id));
    return { removed: true as const };
  });
  http.on(api.readUtmLink, ({ bot, body }) => utmLinks.read(permitted(bot), body.link));
}
