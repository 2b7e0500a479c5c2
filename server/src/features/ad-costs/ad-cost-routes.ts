import { api } from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { AdCosts } from './ad-costs.ts';
import { readCostFile } from './read-file.ts';

const audited = { fields: ['ad_costs'] };

export function registerAdCosts(
  http: Http<BotRow>,
  { adCosts, record }: { adCosts: AdCosts; record: RecordAudit },
): void {
  http.on(api.listAdCosts, ({ bot, query }) => adCosts.list(permitted(bot).key, query));
  http.on(api.saveAdCosts, async ({ body, ...call }) => {
    const saved = await adCosts.save(permitted(call.bot).key, body.items);
    await record(call, 'settings_changed', audited);
    return { saved };
  });
  http.on(api.removeAdCosts, async ({ body, ...call }) => {
    const removed = await adCosts.remove(permitted(call.bot).key, body.items);
    if (removed > 0) await record(call, 'settings_changed', audited);
    return { removed };
  });
  http.on(api.importAdCosts, async ({ body, ...call }) => {
    const { items, problems } = readCostFile(body.text, body.currency);
    const isSaved = problems.length === 0 && !body.dry_run && items.length > 0;
    const saved = isSaved ? await adCosts.save(permitted(call.bot).key, items) : 0;
    if (isSaved) await record(call, 'settings_changed', audited);
    return { rows: items.length, saved, problems };
  });
}
