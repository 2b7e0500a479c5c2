import {
  type CampaignMessage,
  isTelegramUrl,
  listVariables,
  renderTemplate,
  type TemplateValues,
  trackableLinks,
} from '@botscope/contract';
import type { Logger } from 'pino';
import { linkClickEvent } from '../../../events/normalize/link-click-event.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import type { LinkTokens, ValuesOf } from '../../campaign-engine/campaign-engine.ts';
import type { SiteUsers } from '../../pages/pages.ts';

/** A user who waits for a page is not kept longer by us, ms. */
const longestWaitMs = 3_000;

/** The address that a token leads to; null where there is none. `isClick`: a user opened it. */
export type FollowLink = (token: string, isClick: boolean) => Promise<string | null>;

/** Resolves tracked links: only to addresses that are in the message of their campaign. */
export function createFollowLink(deps: {
  tokens: Pick<LinkTokens, 'open'>;
  /** Null: the campaign is gone. */
  messagesOf: (campaignId: number) => Promise<{ bot: string; messages: readonly CampaignMessage[] } | null>;
  valuesOf: ValuesOf;
  /** Adds what a website of the bot recognises its user by. */
  withCode: SiteUsers['withCode'];
  store: Pick<EventStore, 'write'>;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}): FollowLink {
  const { tokens, store, logger, now = Date.now } = deps;

  /** Values of the user, or what stands in for them where they cannot be had. */
  async function valuesFor(bot: string, userId: number, variables: ReturnType<typeof listVariables>) {
    const emptyValues: TemplateValues = () => '';
    if (variables.length === 0) return emptyValues;
    try {
      return (await withTimeout(deps.valuesOf(bot, [userId], variables), longestWaitMs)).get(userId) ?? emptyValues;
    } catch (error) {
      logger.warn({ err: error, bot }, 'a tracked link leads on without the values of its user');
      return emptyValues;
    }
  }

  return async (token, isClick) => {
    const target = tokens.open(token);
    const campaignMessages = target === null ? null : await deps.messagesOf(target.campaignId);
    const message = campaignMessages?.messages[target?.message ?? 0];
    if (target === null || campaignMessages === null || message === undefined) return null;
    const { bot } = campaignMessages;
    const { userId, campaignId, link } = target;
    const trackedLink = trackableLinks(message).find((one) => one.link === link);
    if (trackedLink === undefined) return null;
    const content = { text: '', entities: [], buttons: [[{ text: '', url: trackedLink.url }]] };
    const rendered = renderTemplate(content, await valuesFor(bot, userId, listVariables(content)));
    const url = rendered.buttons[0]?.[0]?.url ?? '';
    if (!/^https?:/i.test(url) || !isTelegramUrl(url)) return null;
    if (isClick && !target.isTest) {
      const click = linkClickEvent({ bot, userId, campaignId, message: target.message, link, at: now() });
      // A click that cannot be stored must not keep the user from the page.
      await withTimeout(store.write([click]), longestWaitMs).catch((error: unknown) =>
        logger.warn({ err: error, bot }, 'a click on a tracked link is not counted'),
      );
    }
    if (!isClick || target.isTest) return url;
    return withTimeout(deps.withCode(bot, userId, url), longestWaitMs).catch((error: unknown) => {
      logger.warn({ err: error, bot }, 'a tracked link leads on without a code for the website');
      return url;
    });
  };
}
