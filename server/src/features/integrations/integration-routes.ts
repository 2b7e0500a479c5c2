import {
  type Account,
  integrationEndpoints as calls,
  type IntegrationDraft,
  keysOfIntegrationEvent,
  keysOfIntegrationPrivacy,
  opens,
  parseRules,
} from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { assertMaySee } from '../../platform/revealed-parts.ts';
import { type Grants, permissionsFor, permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { toItem } from './engine/send-items.ts';
import { type IntegrationRow, readConfiguration, readPrivacy, readSelection } from './integration-row.ts';
import type { Integrations } from './integrations.ts';
import { serverProviders } from './providers/providers.ts';
import { createMask, showRequest } from './show-request.ts';
import type { createTryDraft } from './try-draft.ts';

interface IntegrationRoutesDeps {
  integrations: Integrations;
  log: DeliveryLog;
  tryDraft: ReturnType<typeof createTryDraft>;
  backfill: {
    count(bot: string, integration: Awaited<ReturnType<Integrations['row']>>, from: number): Promise<number>;
    start(integrationId: number, bot: string, from: Date): Promise<void>;
  };
  bots: Pick<Bots, 'shownTo'>;
  grantsOf: (account: Account | null) => Promise<Grants>;
  sealer: Pick<Sealer, 'open'>;
  record: RecordAudit;
  /** Something waits to be sent. */
  wake: (bot: string) => void;
  now: () => number;
}

export function registerIntegrations(http: Http<BotRow>, deps: IntegrationRoutesDeps): void {
  const { integrations, log, tryDraft, backfill, sealer, record, wake, now } = deps;
  const shown = (bot: BotRow) => ({ key: bot.key, name: bot.bot_name });
  const load = (bot: BotRow | null, key: string) => integrations.row(permitted(bot).key, key);
  const loadDrafted = (bot: BotRow | null, key: string | undefined) => (key === undefined ? null : load(bot, key));

  http.on(calls.listIntegrations, async ({ account }) => {
    const grants = await deps.grantsOf(account);
    const bots = await deps.bots.shownTo(signedIn(account).key, [...grants.keys()]);
    const visible = bots.filter((bot) => permissionsFor(account, bot, grants).keys.has('integrations.view'));
    return integrations.ofBots(visible.map(({ key }) => key));
  });
  http.on(calls.listBotIntegrations, ({ bot }) => integrations.ofBots([permitted(bot).key]));
  http.on(calls.getIntegration, ({ bot, params }) => integrations.one(permitted(bot).key, params.integration_key));
  http.on(calls.createIntegration, async ({ body, ...call }) => {
    const created = await integrations.create(permitted(call.bot).key, signedIn(call.account).key, body);
    await record(call, 'integration_added', describe(body));
    return created;
  });
  http.on(calls.updateIntegration, async ({ params, body, ...call }) => {
    const updated = await integrations.update(permitted(call.bot).key, params.integration_key, body);
    await record(call, 'integration_changed', describe(body));
    return updated;
  });
  http.on(calls.setIntegrationStatus, async ({ params, body, ...call }) => {
    const changed = await integrations.setStatus(
      ...([permitted(call.bot).key, params.integration_key, body.status, body.waiting] as const),
    );
    await record(call, body.status === 'on' ? 'integration_resumed' : 'integration_paused', { name: changed.name });
    return changed;
  });
  http.on(calls.removeIntegration, async ({ params, body, ...call }) => {
    const { name } = await integrations.remove(permitted(call.bot).key, params.integration_key, body.name);
    await record(call, 'integration_removed', { name });
    return { removed: true as const };
  });

  http.on(calls.testIntegration, async ({ bot, body }) =>
    tryDraft.test(shown(permitted(bot)), body.draft, await loadDrafted(bot, body.integration_key)),
  );
  http.on(calls.previewIntegration, async ({ bot, body }) =>
    tryDraft.preview(shown(permitted(bot)), body.draft, await loadDrafted(bot, body.integration_key)),
  );

  http.on(calls.listDeliveries, async ({ bot, params, query, permissions }) => {
    const row = await load(bot, params.integration_key);
    const page = await log.list(row.integration_id, query);
    const seesUsers = opens(permitted(permissions), 'section.users.list');
    const hide = createMask(readConfiguration(row, sealer).secrets);
    return {
      ...page,
      items: page.items.map((item) => ({
        ...item,
        detail: hide(item.detail),
        user_id: seesUsers ? item.user_id : null,
      })),
    };
  });
  http.on(calls.getDelivery, async ({ bot, params, permissions }) => {
    const row = await load(bot, params.integration_key);
    assertMaySee(permitted(permissions), keysOfContent(row));
    const { delivery, attempts, row: logged } = await log.one(row.integration_id, params.delivery_id);
    const configuration = readConfiguration(row, sealer);
    const request = serverProviders[row.provider].preview([toItem(logged)], configuration, now());
    const hide = createMask(configuration.secrets);
    return {
      delivery: { ...delivery, detail: hide(delivery.detail) },
      request: request && showRequest(request, configuration.secrets),
      attempts: attempts.map((attempt) => ({ ...attempt, answer: hide(attempt.answer) })),
    };
  });
  http.on(calls.retryDeliveries, async ({ params, body, ...call }) => {
    const row = await load(call.bot, params.integration_key);
    const count =
      'state' in body
        ? await log.retryAll(row.integration_id, body.state)
        : await log.retry(row.integration_id, body.delivery_ids);
    if (count > 0) await record(call, 'integration_replayed', { name: row.name, count });
    wake(row.bot_key);
    return { count };
  });
  http.on(calls.replayDeliveries, async ({ params, body, ...call }) => {
    const row = await load(call.bot, params.integration_key);
    if (body.dry_run) return { count: await log.countReplay(row.integration_id, body.from, body.until) };
    const count = await log.replay(row.integration_id, body.from, body.until);
    await record(call, 'integration_replayed', { name: row.name, count });
    wake(row.bot_key);
    return { count };
  });
  http.on(calls.backfillIntegration, async ({ params, body, ...call }) => {
    const row = await load(call.bot, params.integration_key);
    const from = Date.parse(body.from);
    const count = await backfill.count(row.bot_key, row, from);
    if (!body.dry_run) {
      await backfill.start(row.integration_id, row.bot_key, new Date(from));
      await record(call, 'integration_replayed', { name: row.name, count });
    }
    return { count, at_most: (parseRules(row.selection.rules)?.rules.length ?? 0) > 0 };
  });
  http.on(calls.listBinRequests, async ({ bot, params, permissions }) => {
    const row = await load(bot, params.integration_key);
    assertMaySee(permitted(permissions), keysOfContent(row));
    return log.binRequests(row.integration_id);
  });
}

/** What the audit log says: never a secret, and no address, which may be one. */
const describe = ({ name, provider }: IntegrationDraft) => ({ name, provider });

/** What the requests of an integration show. */
const keysOfContent = ({ selection, privacy }: IntegrationRow) => [
  ...readSelection(selection).types.flatMap((type) => keysOfIntegrationEvent[type]),
  ...keysOfIntegrationPrivacy(readPrivacy(privacy)),
];
