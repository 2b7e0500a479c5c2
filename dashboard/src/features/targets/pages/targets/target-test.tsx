import type { TargetTest as Answer } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import table from '../../../../ui/card-table.module.css';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { TargetValues } from './target-values.ts';
import classes from './targets.module.css';
import type { Trial } from './use-target-test.ts';

/** What the target on the form would have counted in the last 7 days. */
export function TargetTest({ values, trial }: { values: TargetValues; trial: Trial }) {
  const { t } = useTranslation();
  const { query, possible, stale, refused } = trial;
  const wrong = Object.keys(refused).length > 0;
  return (
    <Section title={t('Conversions.test.title')}>
      <p>{t(values.kind === 'api' ? 'Conversions.test.api' : 'Conversions.test.text')}</p>
      <div aria-live="polite">
        {values.kind !== 'api' && (!possible || wrong) && <p>{t('Conversions.test.incomplete')}</p>}
        {possible && !wrong && (
          <Loaded query={query} height={120}>
            {(answer) => (
              <div className={stale ? classes.stale : undefined}>
                <Found answer={answer} />
              </div>
            )}
          </Loaded>
        )}
      </div>
    </Section>
  );
}

function Found({ answer: { count, users, examples } }: { answer: Answer }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (count === 0) {
    return (
      <>
        <p className={classes.found}>{t('Conversions.test.nothing')}</p>
        <p className={classes.hint}>{t('Conversions.test.nothingHint')}</p>
      </>
    );
  }
  return (
    <>
      <p className={classes.found}>
        {t('Conversions.test.found', {
          conversions: t('Conversions.test.conversions', { count, number: format.number(count) }),
          people: t('Conversions.test.people', { count: users, number: format.number(users) }),
        })}
      </p>
      {examples.length > 0 && (
        <div className={table.frame}>
          <table className={table.table} aria-label={t('Conversions.test.examples')}>
            <thead>
              <tr>
                <th scope="col">{t('Conversions.test.time')}</th>
                <th scope="col">{t('Conversions.test.person')}</th>
                <th scope="col">{t('Conversions.test.what')}</th>
              </tr>
            </thead>
            <tbody>
              {examples.map((example) => (
                <tr key={`${example.at} ${example.user_id}`}>
                  <td data-label={t('Conversions.test.time')} className={table.short}>
                    <time dateTime={example.at}>{format.moment(example.at)}</time>
                  </td>
                  <td data-label={t('Conversions.test.person')}>{example.first_name || example.user_id}</td>
                  <td data-label={t('Conversions.test.what')} data-empty={example.text === '' || undefined}>
                    {example.text}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
