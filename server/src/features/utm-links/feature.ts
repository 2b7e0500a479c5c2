import { api } from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import { createUtmLinks, type UtmLinks } from './utm-links.ts';

/** The builder of links with UTM parameters, its templates and its history. */
export const utmLinks = defineFeature({
  name: 'utm-links',
  tables: ['utm_links'],
  create: ({ metadata, recordAudit }: Platform & { recordAudit: RecordAudit }) => ({
    routes: (http) => registerUtmLinks(http, { utmLinks: createUtmLinks({ metadata }), record: recordAudit }),
  }),
});

export function registerUtmLinks(
  http: Http<BotRow>,
  { utmLinks, record }: { utmLinks: UtmLinks; record: RecordAudit },
): void {
  http.on(api.utmBuilder, ({ bot }) => utmLinks.builder(permitted(bot)));
  http.on(api.keepUtmLink, async ({ body, ...call }) => {
    const keptLink = await utmLinks.keep(permitted(call.bot), body.name, body.link);
    // Without a name it is one of the last links made, which come and go by themselves.
    if (body.name !== '') await record(call, 'link_template_added', { name: body.name });
    return keptLink;
  });
  http.on(api.removeUtmLink, async ({ params, ...call }) => {
    await utmLinks.remove(permitted(call.bot).key, Number(params.id));
    await record(call, 'link_template_removed');
    return { removed: true as const };
  });
  http.on(api.readUtmLink, ({ bot, body }) => utmLinks.read(permitted(bot), body.link));
}
