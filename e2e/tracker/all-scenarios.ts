import { deliveryScenarios } from './delivery-scenarios.ts';
import { pageScenarios } from './page-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { websiteScenarios } from './website-scenarios.ts';

/** Promises of the scripts for pages, in any browser. */
export const allScenarios: readonly Scenario[] = [...pageScenarios, ...deliveryScenarios, ...websiteScenarios];
