import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { countryOf, countryOfSql } from './country-names.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('a name in either language, or a code, is one country, in SQL as elsewhere', async () => {
  const countries = {
    ...{ DE: 'DE', de: 'DE', ' De ': 'DE', Germany: 'DE', GERMANY: 'DE', Германия: 'DE', германия: 'DE' },
    ...{ 'Côte d’Ivoire': 'CI', USA: 'US', сша: 'US', UK: 'GB', Россия: 'RU', Turkey: 'TR', Türkiye: 'TR' },
    ...{ Wonderland: 'Wonderland', '': '', D: 'D', Deu: 'Deu', "O'Land": "O'Land", 'a\\b': 'a\\b' },
  };
  const values = Object.keys(countries);
  expect(values.map(countryOf)).toEqual(Object.values(countries));
  const rows = await store.query<{ country: string }>({
    sql: `SELECT ${countryOfSql('name')} AS country FROM (SELECT arrayJoin({values:Array(String)}) AS name)`,
    params: { values },
  });
  expect(rows.map(({ country }) => country)).toEqual(Object.values(countries));
});
