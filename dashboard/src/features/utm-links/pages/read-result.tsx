import { type LinkParts, payloadLimits } from '@botscope/contract';
import { Box, Button, Flex } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts } from '../../../ui/section.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Dim, Note } from '../../../ui/words.tsx';
import type { BuilderData } from '../public/builder-data.ts';
import { formatParts } from './link-draft.ts';
import { characterWords } from './problem-words.ts';
import classes from './read-link.module.css';
import { type LinkReading, type ReadWarning, readWarnings } from './read-warnings.ts';

/** Result of parsing a link: where it leads, parameters, source, and what to know before it is spread. */
export function ReadResult({ reading, data }: { reading: LinkReading; data: BuilderData }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, username, read } = reading;
  const { rules } = data;
  const maxLength = payloadLimits[kind ?? 'startapp'];
  const params = Object.entries(read.params);
  const parts: LinkParts['parts'] = params.map(([name, value]) => ({ name, value }));
  const leads =
    kind === null
      ? t('UtmBuilder.read.kinds.bare')
      : t(`UtmBuilder.read.kinds.${kind}`, { username: username ?? data.username });
  const isGroup = kind === 'startgroup';
  const isDirect = read.source === '' || isGroup;
  const source = isDirect ? t('UtmBuilder.read.direct') : read.source;
  const length = t('UtmBuilder.link.counter', {
    used: format.number(read.payload.length),
    most: format.number(maxLength),
  });
  const payload = (
    <>
      <Box component="code" ff="monospace" fz="sm">
        {read.payload}
      </Box>{' '}
      <Dim>{length}</Dim>
    </>
  );
  const isSource = (name: string) => (rules.type === 'auto' || name === rules.sourceParam) && !isGroup;
  const columns: readonly DataColumn<(typeof parts)[number]>[] = [
    {
      id: 'name',
      name: t('UtmBuilder.make.name'),
      isRowName: true,
      cell: ({ name }) => (
        <>
          {name} {isSource(name) && <Badge tone="accent">{t('UtmBuilder.make.isSource')}</Badge>}
        </>
      ),
    },
    { id: 'value', name: t('UtmBuilder.make.value'), cell: ({ value }) => value },
  ];
  return (
    <Flex component="section" direction="column" gap={12} aria-label={t('UtmBuilder.read.result')}>
      <Box component="h3" fz="md" fw={600}>
        {t('UtmBuilder.read.result')}
      </Box>
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
        <Note>{t('UtmBuilder.read.noParams')}</Note>
      ) : (
        <DataTable
          look="lines"
          className={classes.table}
          label={t('UtmBuilder.read.params')}
          columns={columns}
          rows={parts}
          rowId={({ name }) => name}
        />
      )}
      {params.length > 0 && (
        <div>
          <Button
            variant="default"
            size="compact-md"
            renderRoot={(props) => (
              <Link
                to="/utm-builder"
                search={(oldSearch) => ({
                  ...oldSearch,
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
    </Flex>
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
