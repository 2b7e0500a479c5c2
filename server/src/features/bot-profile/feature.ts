import { api } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import { defineFeature } from '../feature.ts';
import { type BotProfiles, createBotProfile } from './bot-profile.ts';

type Needs = Platform & { bots: Bots; connections: Connections; recordAudit: RecordAudit };

/** The bot's profile at Telegram: texts, picture, commands and menu button. */
export const botProfile = defineFeature({
  name: 'bot-profile',
  create({ bots, connections, recordAudit, telegram, telegramDispatcher }: Needs) {
    const access = { tokenOf: bots.tokenOf, rootOf: connections.context.addresses.telegramRoot };
    const botProfile = createBotProfile({ telegram, dispatcher: telegramDispatcher, access });
    return { routes: (http) => registerBotProfile(http, { botProfile, record: recordAudit }) };
  },
});

/** A picture changes rarely, and every page of the dashboard shows some: an hour without asking. */
const photoCache = 'private, max-age=3600';
const noPhotoCache = 'private, max-age=300';

export function registerBotProfile(
  http: Http<BotRow>,
  { botProfile, record }: { botProfile: BotProfiles; record: RecordAudit },
): void {
  http.on(api.getProfile, ({ bot, query }) => botProfile.profile(permitted(bot), query.language_code));
  http.on(api.setProfile, async ({ body: { language_code: languageCode, ...texts }, ...call }) => {
    const profile = await botProfile.setProfile(permitted(call.bot), languageCode, texts);
    await record(call, 'bot_profile_changed', { what: 'texts' });
    return profile;
  });
  http.on(api.getCommands, ({ bot, query }) => botProfile.commands(permitted(bot), query));
  http.on(api.setCommands, async ({ body: { commands, ...target }, ...call }) => {
    const savedCommands = await botProfile.setCommands(permitted(call.bot), target, { commands });
    await record(call, 'bot_profile_changed', { what: 'commands' });
    return savedCommands;
  });
  http.on(api.getMenuButton, ({ bot }) => botProfile.menuButton(permitted(bot)));
  http.on(api.setMenuButton, async ({ body, ...call }) => {
    const button = await botProfile.setMenuButton(permitted(call.bot), body.button);
    await record(call, 'bot_profile_changed', { what: 'menu_button' });
    return button;
  });
  http.download('/bots/:key/photo', 'member', { keys: [] }, async ({ bot, reply }) => {
    const photo = await botProfile.photo(bot).catch((error: unknown) => {
      // Without a token that works there is no picture to show; the bot's own page says what is wrong.
      if (error instanceof AppError && pictureless.has(error.code)) return null;
      throw error;
    });
    // No 404: browsers would report each of a list of bots without pictures.
    if (photo === null) return reply.header('cache-control', noPhotoCache).code(204).send();
    const etag = `"${photo.uniqueId}"`;
    reply.header('cache-control', photoCache).header('etag', etag);
    if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(photo.type).header('content-length', photo.bytes.length).send(photo.bytes);
  });
}

/** A token that is missing, wrong or revoked, or that Telegram gives no picture for. */
const pictureless: ReadonlySet<string> = new Set(['NeedToken', 'WrongToken', 'InvalidToken', 'TelegramRefused']);
