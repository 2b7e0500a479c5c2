import { type MailingSettings, mailingPressData } from '@botscope/contract';
import type { Logger } from 'pino';
import { loadReportSettings } from '../../analytics/reports/report-settings.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCallTelegram } from '../../telegram/sending/call-telegram.ts';
import { sharedCircuits } from '../../telegram/sending/circuit.ts';
import type { Bots } from '../bots/bots.ts';
import {
  createLinkTo,
  type FooterOf,
  type SendingBot,
  type SendingPorts,
  type SentFootersOf,
} from '../campaign-engine/campaign-engine.ts';
import type { Connections } from '../connections/connections.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { MailingExclusions } from '../mailing-exclusions/mailing-exclusions.ts';
import type { SegmentsOf } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';
import { subscribeAgainText, type Unsubscribes } from '../unsubscribes/unsubscribes.ts';
import { createAudiences } from './audience.ts';
import { createExclusionLoader } from './audience-exclusions.ts';
import type { CampaignFileStore } from './campaign-file-store.ts';
import { createCapChecker } from './capped.ts';
import { createDemoTelegram, demoApiRoot, demoToken, exceptDemo, withoutAnswers } from './demo/demo-telegram.ts';
import { createVisitorAudience } from './demo/visitor-audience.ts';
import { createValueLoader } from './recipient-values.ts';
import { createLeftLoader, createSkipLoader } from './skipped.ts';
import { createStars } from './stars.ts';
import { createCountZones, createZoneLoader } from './timing/users-zones.ts';

/** Services that say to whom a campaign goes, and what each of them gets. */
export type SendingNeeds = Platform & {
  bots: Bots;
  connections: Connections;
  customFields: CustomFields;
  erasedUsers: ErasedUsers;
  hiddenCommands: HiddenCommands;
  mailingExclusions: MailingExclusions;
  segmentsOf: SegmentsOf;
  store: EventStore;
  targets: Targets;
  unsubscribes: Unsubscribes;
};

interface SendingOptions {
  demoBotKey: string | null;
  files: CampaignFileStore;
}

/** Audiences and bots of campaigns, and with them all that the engine and tests of messages send with. */
export function createSendingParts(needs: SendingNeeds, { demoBotKey, files }: SendingOptions) {
  const { config, customFields, mailingExclusions, metadata, store, telegramDispatcher, unsubscribes } = needs;
  const { db } = metadata;
  const { isErased } = needs.erasedUsers;
  const loadSettings = createSettingsLoader(needs, demoBotKey);
  const bots = createSendingBots({ ...needs, demoBotKey });
  const loadExclusions = createExclusionLoader({ db, mailingExclusions, unsubscribes, isErased });
  const audiences = createAudiences({ store, excludedOf: loadExclusions, settingsOf: loadSettings });
  const zoneDeps = { store, settingsOf: loadSettings, mailingSettingsOf: unsubscribes.settingsOf };
  const buildFooter = createFooterBuilder(unsubscribes.settingsOf);
  const stars = createStars({ bot: bots.realBot, telegram: needs.telegram });
  const leftOf = createLeftLoader(store);
  const cappedOf = createCapChecker({ db, settingsOf: unsubscribes.settingsOf });
  const sending: SendingPorts = {
    bot: bots.bot,
    call: bots.call,
    circuits: sharedCircuits(telegramDispatcher),
    store: bots.store,
    audienceOf: createVisitorAudience(db, audiences.of),
    valuesOf: createValueLoader({ store, customFields }),
    zonesOf: createZoneLoader(zoneDeps),
    leftOf,
    skippedOf: createSkipLoader({ leftOf, mailingExclusions, unsubscribes, cappedOf, isErased }),
    footerOf: buildFooter,
    sentFootersOf: createSentFooterLoader(buildFooter, unsubscribes),
    files: files.source,
    starBalance: stars.balance,
    linkTo: createLinkTo(config),
  };
  return {
    audiences,
    bots,
    countZones: createCountZones({ ...zoneDeps, audiences }),
    loadExclusions,
    loadSettings,
    sending,
    stars,
  };
}

/** Loads the settings that the rules of audiences depend on. @throws AppError NotFound (`bot`) */
function createSettingsLoader(
  { bots, hiddenCommands, segmentsOf, store, targets }: SendingNeeds,
  demoBotKey: string | null,
) {
  const deps = {
    store,
    demoBotKey,
    hiddenCommandsOf: hiddenCommands.stableOf,
    targetsOf: ({ key }: { key: string }) => targets.countedOf(key),
    segmentsOf,
  };
  return async (key: string, timeZone?: string) => {
    const bot = await bots.byKey(key);
    if (bot === null) throw new AppError('NotFound', { field: 'bot' });
    return loadReportSettings(deps, bot, timeZone);
  };
}

/** The settings of a bot's reports, as the rules of audiences and automations need them. */
export type LoadCampaignSettings = ReturnType<typeof createSettingsLoader>;

/** The button by which recipients unsubscribe, where the bot's settings want one. */
function createFooterBuilder(
  settingsOf: (bot: string) => Pick<MailingSettings, 'has_button' | 'button_text'>,
): FooterOf {
  return (bot, { campaignId, audience }) => {
    const { has_button, button_text: text } = settingsOf(bot);
    if (!has_button || audience.is_service) return null;
    return { text, callback_data: mailingPressData('unsubscribe', campaignId) };
  };
}

/** The button below a message that a user has: someone who has pressed it meanwhile was offered the way back instead. */
function createSentFooterLoader(
  footerOf: FooterOf,
  unsubscribes: Pick<Unsubscribes, 'of' | 'settingsOf'>,
): SentFootersOf {
  return async (bot, userIds, campaign) => {
    const footer = footerOf(bot, campaign);
    if (footer === null || !unsubscribes.settingsOf(bot).offers_return) return () => footer;
    const unsubscribers = await unsubscribes.of(bot, userIds);
    const callback_data = mailingPressData('subscribe', campaign.campaignId);
    return (userId, language) =>
      unsubscribers.has(userId) ? { text: subscribeAgainText(language), callback_data } : footer;
  };
}

/** Bots as campaigns see them, and the calls for them: the demo's end in a simulated Telegram. */
function createSendingBots(deps: {
  bots: Pick<Bots, 'cached' | 'tokenOf'>;
  connections: Connections;
  demoBotKey: string | null;
  logger: Logger;
  store: Pick<EventStore, 'query' | 'write'>;
  telegramDispatcher: Platform['telegramDispatcher'];
}) {
  const { bots, demoBotKey, logger, store } = deps;
  const apiRootOf = deps.connections.context.addresses.telegramRoot;
  const demoTelegram = createDemoTelegram({
    bot: async () => (demoBotKey === null ? null : bots.cached(demoBotKey)),
    store,
    logger,
  });
  const callTelegram = createCallTelegram(deps.telegramDispatcher);
  const call: SendingPorts['call'] = (to, ...args) =>
    (to.apiRoot === demoApiRoot ? demoTelegram.call : callTelegram)(to, ...args);
  const bot = async (key: string): Promise<SendingBot | null> => {
    const row = await bots.cached(key);
    if (row === null) return null;
    const { start_rules, paused_at } = row;
    const botFields = { key, start_rules, paused_at };
    if (row.is_demo) return { ...botFields, apiRoot: demoApiRoot, token: key === demoBotKey ? demoToken : null };
    return { ...botFields, apiRoot: apiRootOf(row), token: bots.tokenOf(row) };
  };

  return {
    bot,
    call,
    store: withoutAnswers(store, demoBotKey),
    /** The demo has no token here: for calls that are not simulated. */
    realBot: exceptDemo(bot),
    hasToken: async (key: string): Promise<boolean> => ((await bot(key))?.token ?? null) !== null,
    close: demoTelegram.close,
  };
}
