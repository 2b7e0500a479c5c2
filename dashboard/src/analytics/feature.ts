import type { Feature } from '../platform/routing/feature.ts';
import { reportGroups } from './report-groups.ts';

export const feature: Feature = { menuGroups: reportGroups };
