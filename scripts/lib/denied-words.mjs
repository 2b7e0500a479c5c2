/**
 * Words and phrases that the project does not use, with what it uses instead. A word is compared in lower case after
 * identifiers were split (`toldAt`, `told_at` and `told-at` all read "told at"); `*` matches any ending.
 *
 * `where` says what is compared:
 * - anywhere: identifiers, file names, comments, strings, documents;
 * - name: identifiers and file names, as one or more of the words they consist of;
 * - identifier: a whole identifier or file name, in its own spelling;
 * - table: the name of a table after FROM, JOIN, INTO, TABLE or UPDATE;
 * - text: what users read: interface texts, mails, documents.
 *
 * @typedef {object} DeniedWord
 * @property {string} word
 * @property {'anywhere' | 'name' | 'identifier' | 'table' | 'text'} where
 * @property {string} instead
 * @property {readonly RegExp[]} except lines in which the word is the right one
 */

/** Names that Telegram, a contract or another product has given. @type {Readonly<Record<string, readonly RegExp[]>>} */
const exceptions = {
  story: [/(?:post|edit|delete|to|via)_?story/i],
  stories: [/_stories/],
  recognise: [/does not recognise/],
  refusal: [/refusal: 'rejection'|report[._]refusal|^ +'refusal',$/],
  Refused: [/Refused to apply|^ +Refused: '/],
  Letter: [/\\p\{Letter\}/],
  spell: [/spellCheck/],
  inbox: [/channels: \{ inbox:|bots\|reports\|inbox/],
  triangle: [/IconAlertTriangle/],
  identify: [/['"]identify['"]|widget\.identify/],
  tariff: [/[`"]tariff[`"]|tariff\.test|NotAllowOnTariff/],
  tariffs: [/tariffs\.ts/],
  person: [/process_person_profile/],
  'e-mail': [/medium.{0,4}e-mail|fill\('e-mail'\)/],
};

/**
 * @param {DeniedWord['where']} scope
 * @param {readonly [words: string, instead: string][]} entries
 * @returns {DeniedWord[]}
 */
function list(scope, entries) {
  return entries.flatMap(([words, instead]) =>
    words.split(', ').map((word) => ({ word, where: scope, instead, except: exceptions[word] ?? [] })),
  );
}

const anywhere = list('anywhere', [
  ['told, tells', 'serialize, describe, notify, load; says; sent'],
  ['shelf, shelves', 'partition key'],
  ['deed, deeds', 'action, audit entry'],
  ['held', 'Permissions; stored, kept; QueuedUpdate'],
  ['lay open, lays open, laid open', 'decrypt'],
  ['anew', 'again'],
  ['befell, befall, befalls', 'happened to'],
  ['somebody, anybody, everybody, whoever', 'someone, anyone, everyone, the user'],
  ['latecomer, latecomers, late users', 'stale users'],
  ['earliness', 'version'],
  ['is meeting, decide meeting, meetings', 'is contact, detect contact'],
  ['unmet', 'unknown'],
  ['spell, spells', 'activity run'],
  ['edition', 'generation'],
  ['trouble, troubles', 'failure, problem'],
  ['doors', 'session issuer'],
  ['refusal, refusals', 'ValidationError, error mapping, rejection'],
  ['comings, goings', 'churn'],
  ['storyteller, happenings', 'SimulatedEvent, generateWorlds'],
  ['aftermath', 'confirmation'],
  ['patience', 'timeout'],
  ['for ever', 'forever, permanently'],
  ['same breath', 'same response'],
  ['e-mail, e-mails', 'email'],
  ['of a day', 'daily'],
  ['hereby, thereby, whence, thereof, unto', 'a plain sentence'],
]);

const names = list('name', [
  ['person, persons, people', 'user; colleague, account'],
  ['tell, telling', 'serialize, describe, notify, load'],
  ['story, stories', 'scenario'],
  ['met', 'known'],
  ['recognise', 'detect'],
  ['find user, find chat', 'extractUser, extractChat'],
  [
    'read launch, read membership, read money, read words, keep payload, tell time',
    'parseStartPayload, extractPayment …',
  ],
  ['late recorder, late log', 'retry-recorder, unrecorded-log'],
  ['keep section', 'data-retention'],
  ['asks, asked', 'supports, ReportQuery, AccessRequest'],
  ['is rest, read reading, place of', 'isComplement, parseAttribution; cell, queue key, anchor position'],
  ['steps of away, steps of leavers, leavers', 'membershipChanges, churnEvents'],
  ['triangle', 'cohortRows'],
  ['in time, in turn, commit soon, is behind', 'withTimeout, mutex, deferCommit, hasBacklog'],
  ['landing', 'defaultPage'],
  ['hand over', 'transferOwnership'],
  ['drop panel', 'a unique name'],
  ['board', 'keyNumbers'],
  ['inbox', 'notifications'],
]);

const identifiers = list('identifier', [
  ['Held, Refused, Refusal, Entered', 'Permissions, RejectedRow, ValidationError, SignInResult'],
  ['Asking, Audience, Letter', 'AccessRequest, visibility, EmailTemplate'],
  ['Wanted, Reading, Place, Post, Thing', 'FilterTerm, AttributionSettings, …, MailQueue, SimulatedEvent'],
  ['happens, identify, joining, connecting', 'SimulatedEvent, computeEventId, the feature manifest'],
  ['hookSecret, hook_secret, webhookSecret, webhook_secret', 'ourHookSecret, botWebhookSecret'],
  ['DAY_MS, HOUR_MS, MINUTE_MS, PATIENCE_MS', 'time-units.ts'],
]);

const tables = list('table', [
  ['turns', 'membership_changes'],
  ['charges', 'payments'],
]);

const texts = list('text', [
  ['take away access, withdraw', 'remove access, revoke'],
  ['past us', 'bypassing Botscope'],
  ['by ours', 'with ours'],
  ['how shall', 'how should'],
  ['constructor platform, constructor platforms', 'bot builders'],
  ['nothing is doubled', 'duplicates are ignored'],
  ['stands behind, stand behind', 'match'],
  ['divide by', 'group by'],
  ['well formed', 'valid'],
  ['need not do', 'no action needed'],
  ['open to you', 'you have access to'],
  ['tariff, tariffs', 'plan'],
  ['as the system', 'System'],
  ['is no such thing', 'Not found'],
  ['hear of', 'record'],
  ['щелч*', 'клик'],
  ['мини-приложени*', 'Mini App'],
  ['догадк*', 'точность определения'],
  ['удвоит*', 'дубликаты игнорируются'],
  ['знакомые', 'вернувшиеся'],
  ['за этим числом', 'список пользователей'],
  ['премиум*', 'Premium'],
  ['сеанс*', 'сессия'],
  ['ключ* api', 'API-ключ'],
]);

/** @type {readonly DeniedWord[]} */
export const deniedWords = [...anywhere, ...names, ...identifiers, ...tables, ...texts];
