import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { createEmailMarketing } from './email-marketing.ts';

/** Sends proven email addresses to the operator's email-marketing service, if there is one. */
export const emailMarketing = defineFeature({
  name: 'email-marketing',
  create({ config, guardedDispatcher, logger }: Platform) {
    const emailMarketing = createEmailMarketing({
      url: config.outside.emailMarketingUrl ?? null,
      dispatcher: guardedDispatcher,
      logger,
    });
    return { offers: { emailMarketing }, close: emailMarketing.settled };
  },
});
