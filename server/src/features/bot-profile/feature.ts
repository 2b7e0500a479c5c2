import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import { defineFeature } from '../feature.ts';
import { createBotProfile } from './bot-profile.ts';
import { registerBotProfile } from './bot-profile-routes.ts';

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
