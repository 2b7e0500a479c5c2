import { api } from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import { subjectOf } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Erasures } from './erasures.ts';

export function registerErasures(http: Http<BotRow>, { erasures }: { erasures: Erasures }): void {
  http.on(api.eraseUsers, ({ body, ...call }) =>
    erasures.begin(permitted(call.bot), body.user_ids, body.mode, subjectOf(call)),
  );
  http.on(api.listErasures, ({ bot, query }) =>
    erasures.list(permitted(bot).key, query.before === undefined ? null : Number(query.before)),
  );
  http.on(api.erasureCertificate, ({ bot, params }) =>
    erasures.certificate(permitted(bot).key, Number(params.erasure_id)),
  );
}
