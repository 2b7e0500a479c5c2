import { describe, expect, it } from 'vitest';
import { createReport, daysBefore } from '../../charts/prepare/report.fixture.ts';
import { readReportView } from '../question/report-search.ts';
import { translator } from '../words.fixture.ts';
import { pictureHead } from './picture-head.ts';

const report = createReport({ compare: { ...daysBefore, lines: [] }, model: 'last' });

/** Intl joins with several kinds of spaces; the tests are about the words. */
const normalizeSpaces = (lines: readonly string[]) => lines.map((line) => line.replace(/\s/g, ' '));

describe('head of a picture', () => {
  it('says the period, and what was asked', async () => {
    const t = await translator('en');
    const view = readReportView({ filter: 'source:ads;language:!ru', by: 'country' });
    const reportByCountry = { ...report, by: 'country' };
    const head = pictureHead(
      { type: 'visitors', title: 'Visitors', view, report: reportByCountry, compare: false },
      t,
      'en',
    );
    expect(head.title).toBe('Visitors');
    expect(normalizeSpaces(head.lines)).toEqual([
      'Nov 1 – 3, 2026 · Europe/Berlin',
      'Filter: Source: ads and Language: not Russian',
      'Break down by: Country',
      'Attribution model: Last launch',
    ]);
  });

  it('names what is dotted only where it is drawn', async () => {
    const t = await translator('ru');
    const question = { type: 'visitors', title: 'Посетители', view: readReportView({}), report } as const;
    expect(normalizeSpaces(pictureHead({ ...question, compare: true }, t, 'ru').lines)).toEqual([
      '1–3 нояб. 2026 г. · Europe/Berlin · Пунктир: 29–31 окт. 2026 г.',
    ]);
    expect(normalizeSpaces(pictureHead({ ...question, compare: false }, t, 'ru').lines)).toEqual([
      '1–3 нояб. 2026 г. · Europe/Berlin',
    ]);
  });

  it('says measure, parameter and model of a report about launches', async () => {
    const t = await translator('en');
    const view = readReportView({ measure: 'left', parameter: 'medium', model: 'first' });
    const { model: _, ...reportWithoutModel } = report;
    const head = pictureHead(
      { type: 'utm_charts', title: 'UTM', view, report: reportWithoutModel, compare: false },
      t,
      'en',
    );
    expect(head.lines.slice(1)).toEqual([
      'Measure: Users who left',
      'Parameter medium',
      'Attribution model: First launch',
    ]);
  });
});
