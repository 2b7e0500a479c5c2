import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { createBotSends } from './bot-sends.ts';

/** How much bots send by themselves. Before the traffic, which counts it, and the campaigns, which make room for it. */
export const botSends = defineFeature({
  name: 'bot-sends',
  create({ bus }: Platform) {
    const sends = createBotSends({ bus });
    return { offers: { botSends: sends }, close: sends.close };
  },
});
