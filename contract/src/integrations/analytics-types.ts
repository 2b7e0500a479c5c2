import { type IntegrationEventType, integrationEventTypes } from '../integration-events.ts';

/** Whole updates are no events of product analytics; erasures cannot be passed on with the keys that are kept. */
const otherTypes: readonly IntegrationEventType[] = ['update.received', 'user.erased', 'integration.test'];

/** Types that tools of product analytics take. */
export const analyticsTypes = integrationEventTypes.filter((type) => !otherTypes.includes(type));

/** Types that are chosen in a new integration with such a tool. */
export const usualAnalyticsTypes = [
  ...['user.started', 'user.left', 'user.returned', 'payment.succeeded', 'payment.refunded', 'conversion.reached'],
  ...['command.sent', 'button.pressed'],
] as readonly IntegrationEventType[];
