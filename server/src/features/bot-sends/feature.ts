import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { createBotSends } from './bot-sends.ts';

/** Rates of bots' own messages. Created before the traffic, which counts them, and campaigns, which make room. */
export const botSends = defineFeature({
  name: 'bot-sends',
  create({ bus }: Platform) {
    const sends = createBotSends({ bus });
    return { offers: { botSends: sends }, close: sends.close };
  },
});
