import {
  type Account,
  type Init,
  type InvitationState,
  type Invited,
  type Language,
  languages,
} from '@botscope/contract';
import type { Logger } from 'pino';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { AccessChanges } from '../accounts/accounts.ts';
import type { originOf } from '../audit/audit.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { accept, listOpenInvitations, type Outcome, previewInvitation } from './accept-invitation.ts';
import { callName } from './access-request.ts';
import type { InvitationTokens } from './invitation-token.ts';

/** Outcome of an invitation link: for the page of a visitor, and as toasts for an account. */
export type Arrival = Pick<Init, 'invitation' | 'notify'>;

export interface Arriving {
  account: Account | null;
  /** Token of the link; undefined: the page was opened without one. */
  token: string | undefined;
  /** Language of the page; undefined: the account's own. */
  lang: string | undefined;
  raw: Parameters<typeof originOf>[0];
}

export interface Arrivals {
  /** Shows what a link offers the user who opens the page. Changes nothing: pages are opened by GET. */
  preview(arriving: Omit<Arriving, 'raw'>): Promise<Arrival & Pick<Init, 'invitations_waiting'>>;
  /**
   * Uses the link for an account, and all that waits for its email, with or without a link. An invitation that is no
   * good is a notice, not an error.
   */
  accept(arriving: Arriving & { account: Account }): Promise<Arrival>;
}

export function createArrivals(deps: {
  metadata: Pick<Metadata, 'db'>;
  notifications: Pick<Notifications, 'notify'>;
  tokens: InvitationTokens;
  changes: AccessChanges;
  logger: Logger;
  now: () => number;
}): Arrivals {
  const { notifications, tokens, changes, logger } = deps;
  const { db } = deps.metadata;

  const announceJoin = async (account: Account, { invitation }: Outcome): Promise<void> => {
    changes.changed(account.key);
    if (invitation === null || invitation.maker === null) return;
    const { maker, botKey } = invitation;
    await notifications
      .notify(maker, { kind: 'access', code: 'joined', botKey, detail: callName(account) })
      .catch((error: unknown) =>
        logger.warn({ err: error, bot: botKey }, 'the maker of an invitation was not notified'),
      );
  };
  const use = async (account: Account, find: Parameters<typeof accept>[1]['find'], raw: Arriving['raw']) => {
    const outcome = await accept(db, { find, account, raw, now: new Date(deps.now()) });
    if (outcome.state === 'accepted') await announceJoin(account, outcome);
    return outcome;
  };

  return {
    async preview({ account, token, lang }) {
      const now = new Date(deps.now());
      const invitationIds = account === null ? [] : await listOpenInvitations(db, account.key, now);
      const invitations_waiting = invitationIds.length > 0;
      if (token === undefined) return { invitation: null, notify: [], invitations_waiting };
      const outcome = await previewInvitation(db, { tokenHash: tokens.hash(token), account, now });
      const language = readLanguage(lang, account?.locale ?? 'en');
      return { invitation: presentInvitation(outcome), notify: noticesFor([outcome], language), invitations_waiting };
    },

    async accept({ account, token, lang, raw }) {
      // The link first: it is what the colleague has in mind, and it may be one of those that wait.
      const byLink = token === undefined ? null : await use(account, { tokenHash: tokens.hash(token) }, raw);
      const outcomes = byLink === null ? [] : [byLink];
      for (const id of await listOpenInvitations(db, account.key, new Date(deps.now()))) {
        const outcome = await use(account, { id }, raw);
        if (outcome.state === 'accepted') outcomes.push(outcome);
      }
      return {
        invitation: byLink === null ? null : presentInvitation(byLink),
        notify: noticesFor(outcomes, readLanguage(lang, account.locale)),
      };
    },
  };
}

const readLanguage = (requested: string | undefined, otherwise: Language): Language =>
  languages.find((language) => language === requested) ?? otherwise;

const noticesFor = (outcomes: readonly Outcome[], language: Language): Init['notify'] =>
  outcomes.map((outcome) => buildNotice(outcome, language)).filter((notice) => notice !== null);

/** Shows what an invitation is for only if it is (or was) good for the colleague. */
function presentInvitation({ state, invitation }: Outcome): Invited {
  const isIn = state === 'accepted' || state === 'already';
  const visibleInvitation = isIn || state === 'pending' ? invitation : null;
  return {
    state,
    bot_key: isIn ? (invitation?.botKey ?? null) : null,
    bot_name: visibleInvitation?.botName ?? '',
    invited_by: visibleInvitation?.by ?? '',
    email: visibleInvitation?.email ?? null,
    role: visibleInvitation?.grant.role ?? null,
    reports: [...(visibleInvitation?.grant.reports ?? [])],
  };
}

type Notice = Init['notify'][number];

/** Notices about an invitation; the page itself describes a `pending` one. */
const texts: Record<Language, Record<Exclude<InvitationState, 'pending'>, (bot: string, by: string) => string>> = {
  en: {
    accepted: (bot, inviter) => `You now have access to @${bot}${inviter && `: ${inviter} invited you`}.`,
    already: (bot) => `You already have access to @${bot}.`,
    used: () => 'This invitation has already been used. Ask for a new one.',
    expired: () => 'This invitation has expired. Ask for a new one.',
    revoked: () => 'This invitation has been revoked.',
    lost: () => 'Your access has ended since you used this invitation. Ask for a new one.',
    other_email: () => 'This invitation is for another email. Sign in with the email that it was sent to.',
    unknown: () => 'Invitation not found. Check that the link is complete.',
  },
  ru: {
    accepted: (bot, inviter) => `Теперь у вас есть доступ к @${bot}${inviter && `: приглашение от ${inviter}`}.`,
    already: (bot) => `У вас уже есть доступ к @${bot}.`,
    used: () => 'Это приглашение уже использовано. Попросите новое.',
    expired: () => 'Срок этого приглашения истёк. Попросите новое.',
    revoked: () => 'Это приглашение отозвано.',
    lost: () => 'Вы уже приняли это приглашение, но с тех пор доступ прекращён. Попросите новое.',
    other_email: () => 'Это приглашение для другой почты. Войдите с почтой, на которую оно пришло.',
    unknown: () => 'Такого приглашения нет. Проверьте, что ссылка скопирована целиком.',
  },
};

/** A colleague who has lost access, or never had it, does not learn the name of the bot. */
function buildNotice({ state, invitation }: Outcome, language: Language): Notice | null {
  if (state === 'pending') return null;
  const msg = texts[language][state](invitation?.botName ?? '', invitation?.by ?? '');
  return { msg, type: state === 'accepted' ? 'success' : state === 'already' ? 'info' : 'warning' };
}
