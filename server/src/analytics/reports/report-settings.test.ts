import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { noSegments } from '../query/segments/segment-context.ts';
import { loadReportSettings } from './report-settings.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const startRules = { type: 'all', params: [], paramSeparator: '_', valueSeparator: '-', sourceParam: 'campaign' };

const loadSettings = (key: string, rules: object = startRules) =>
  loadReportSettings(
    {
      store,
      demoBotKey: 'demo',
      hiddenCommandsOf: async () => ['Basket'],
      targetsOf: async () => [],
      segmentsOf: async () => noSegments,
    },
    {
      key,
      session_gap_minutes: 45,
      callback_max_length: 8,
      source_determination: 'last',
      start_rules: rules,
    },
  );

test('the settings of the bot decide, and of the demo fewer commands have lines', async () => {
  const settings = {
    timeZone: 'UTC',
    sessionGapMinutes: 45,
    callbackMaxLength: 8,
    hiddenCommands: ['Basket'],
    model: 'last',
    sourceParameter: 'campaign',
    dataSince: null,
  };
  expect(await loadSettings('own')).toMatchObject({ ...settings, commandLimit: 10 });
  expect(await loadSettings('demo')).toMatchObject({ ...settings, commandLimit: 5 });
});

test('the payload is the parameter `none` in simplified mode', async () => {
  expect(await loadSettings('own', { ...startRules, type: 'auto' })).toMatchObject({ sourceParameter: 'none' });
});
