import { type LinkParts, payloadLimits } from '@botscope/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Facts } from '../../../ui/section.tsx';
import type { BuilderData } from '../public/builder-data.ts';
import { formatParts } from './link-draft.ts';
import { characterWords } from './problem-words.ts';
import classes from './read-link.module.css';
import { type LinkReading, type ReadWarning, readWarnings } from './read-warnings.ts';

/** What reports read from a link: where it leads, parameters, source, and what to know before it is spread. */
export function ReadResult({ reading, data }: { reading: LinkReading; data: BuilderData }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, username, read } = reading;
  const { rules } = data;
  const most = payloadLimits[kind ?? 'startapp'];
  const params = Object.entries(read.params);
  const parts: LinkParts['parts'] = params.map(([name, value]) => ({ name, value }));
  const leads =
    kind === null
      ? t('UtmBuilder.read.kinds.bare')
      : t(`UtmBuilder.read.kinds.${kind}`, { username: username ?? data.username });
  const isGroup = kind === 'startgroup';
  const isDirect = read.source === '' || isGroup;
  const source = isDirect ? t('UtmBuilder.read.direct') : read.source;
  const length = t('UtmBuilder.link.counter', { used: format.number(read.payload.length), most: format.number(most) });
  const payload = (
    <>
      <code className={classes.code}>{read.payload}</code> <span className={classes.dim}>{length}</span>
    </>
  );
  return (
    <section className={classes.result} aria-label={t('UtmBuilder.read.result')}>
      <h3 className={classes.title}>{t('UtmBuilder.read.result')}</h3>
      {readWarnings(reading, data.username).map((warning) => (
        <Notice key={warning.code} tone="warn">
          {warningWords(t, warning, data.username)}
        </Notice>
      ))}
      <Facts
        facts={[
          [t('UtmBuilder.read.leads'), leads],
          [t('UtmBuilder.read.payload'), read.payload === '' ? t('UtmBuilder.read.none') : payload],
          [t('UtmBuilder.read.source'), source],
        ]}
      />
      {params.length === 0 ? (
        <p className={classes.dim}>{t('UtmBuilder.read.noParams')}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table} aria-label={t('UtmBuilder.read.params')}>
            <thead>
              <tr>
                <th scope="col">{t('UtmBuilder.make.name')}</th>
                <th scope="col">{t('UtmBuilder.make.value')}</th>
              </tr>
            </thead>
            <tbody>
              {params.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">
                    {name}
                    {(rules.type === 'auto' || name === rules.sourceParam) && !isGroup && (
                      <span className={classes.badge}>{t('UtmBuilder.make.isSource')}</span>
                    )}
                  </th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {params.length > 0 && (
        <div>
          <Button
            variant="default"
            size="compact-md"
            renderRoot={(props) => (
              <Link
                to="/utm-builder"
                search={(kept) => ({
                  ...kept,
                  mode: undefined,
                  link: undefined,
                  app: undefined,
                  kind: kind === null || kind === 'start' ? undefined : kind,
                  parts: formatParts(parts),
                })}
                {...props}
              />
            )}
          >
            {t('UtmBuilder.read.edit')}
          </Button>
        </div>
      )}
    </section>
  );
}

function warningWords(t: TFunction, warning: ReadWarning, username: string): string {
  switch (warning.code) {
    case 'otherBot':
      return t('UtmBuilder.read.warnings.otherBot', { other: warning.other, username });
    case 'characters':
      return t('UtmBuilder.read.warnings.characters', { found: characterWords(t, warning.found) });
    case 'tooLong':
      return t('UtmBuilder.read.warnings.tooLong', { used: warning.used, most: warning.most });
    default:
      return t(`UtmBuilder.read.warnings.${warning.code}`);
  }
}
