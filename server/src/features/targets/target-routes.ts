import {
  type Account,
  api,
  type Conversion,
  keysOfEvent,
  keysOfMoney,
  keysOfUsersFile,
  missingKey,
  opens,
  type Permissions,
} from '@botscope/contract';
import { readCount } from '../../analytics/report-routes.ts';
import {
  loadReportSettings,
  type ReportBot,
  type ReportSettingsDeps,
} from '../../analytics/reports/report-settings.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { conversionsCsv } from './conversions-csv.ts';
import { type ConversionsList, type ConversionsWords, listConversions } from './list-conversions.ts';
import type { CountingBot, Targets } from './targets.ts';

const conversionsOfPage = 50;
const maxConversionsOfPage = 100;

interface TargetRoutesDeps<Bot> extends ReportSettingsDeps<Bot> {
  targets: Targets;
  record: RecordAudit;
}

interface ListCall<Bot> {
  bot: Bot;
  account: Account | null;
  permissions: Permissions;
  signal: AbortSignal;
}

/** Names belong to the list of users. */
const seesNames = (permissions: Permissions): boolean => opens(permissions, 'section.users.list');

/** Texts of users belong to their conversations. */
const seesTexts = (permissions: Permissions): boolean => missingKey(permissions, keysOfEvent.text) === undefined;

/** Payments belong to the income report. */
const withoutMoney = (conversion: Conversion): Conversion => ({ ...conversion, amount: null, currency: '' });

export function registerTargets<Bot extends ReportBot>(http: Http<Bot>, deps: TargetRoutesDeps<Bot>): void {
  const { targets, record } = deps;
  const counting = async (bot: Bot | null): Promise<CountingBot> => {
    const { key } = permitted(bot);
    return { key, hiddenCommands: await deps.hiddenCommandsOf(permitted(bot)) };
  };
  const loadConversions = async (
    { bot, account, permissions, signal }: ListCall<Bot>,
    query: Omit<ConversionsWords, 'withNames'>,
  ): Promise<ConversionsList> => {
    const settings = await loadReportSettings(deps, bot, account?.time_zone, signal);
    const words = { ...query, withNames: seesNames(permissions) };
    const list = await listConversions({ store: deps.store, now: deps.now ?? Date.now }, words, settings, signal);
    if (missingKey(permissions, keysOfMoney) === undefined) return list;
    return { ...list, page: async (offset, limit) => (await list.page(offset, limit)).map(withoutMoney) };
  };

  http.on(api.listTargets, async ({ bot }) => targets.list(await counting(bot)));
  http.on(api.createTarget, async ({ body, ...call }) => {
    const target = await targets.create(await counting(call.bot), body);
    await record(call, 'target_added', { name: target.name });
    return target;
  });
  http.on(api.testTarget, async ({ bot, permissions, body }) => {
    const { examples, ...counts } = await targets.test(await counting(bot), body);
    const [showsNames, showsTexts] = [seesNames(permitted(permissions)), seesTexts(permitted(permissions))];
    return {
      ...counts,
      examples: examples.map((example) => ({
        ...example,
        first_name: showsNames ? example.first_name : '',
        text: showsTexts ? example.text : '',
      })),
    };
  });
  http.on(api.updateTarget, async ({ params, body, ...call }) => {
    const target = await targets.update(await counting(call.bot), Number(params.target_id), body);
    await record(call, 'target_changed', { name: target.name });
    return target;
  });
  http.on(api.restoreTarget, async ({ params, ...call }) => {
    const target = await targets.restore(await counting(call.bot), Number(params.target_id));
    await record(call, 'target_restored', { name: target.name });
    return target;
  });
  http.on(api.removeTarget, async ({ params, ...call }) => {
    const [{ key }, id] = [permitted(call.bot), Number(params.target_id)];
    const before = await targets.countedOf(key);
    await targets.remove(key, id);
    await record(call, 'target_removed', { name: before.find((target) => target.id === id)?.name ?? '' });
    return { removed: true } as const;
  });

  http.on(api.listConversions, async ({ query: { offset, limit, ...query }, bot, permissions, ...call }) => {
    const [from, count] = [readCount(offset, 'offset', 0), readCount(limit, 'limit', conversionsOfPage)];
    const list = await loadConversions({ ...call, bot: permitted(bot), permissions: permitted(permissions) }, query);
    const page = Math.min(count, maxConversionsOfPage);
    const [total, conversions] = await Promise.all([list.total(), page === 0 ? [] : list.page(from, page)]);
    return { total, conversions, labels: list.labels };
  });
  const shows = { keys: keysOfUsersFile['conversions.csv'], query: api.listConversions.query };
  http.download('/bots/:key/conversions.csv', 'report.conversions_list', shows, async (call) => {
    const { query, reply } = call;
    const list = await loadConversions(call, query);
    await record(call, 'exported', { what: 'conversions' });
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="conversions.csv"');
    await reply.send(conversionsCsv(list));
  });
}
