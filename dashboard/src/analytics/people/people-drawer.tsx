import type { Bot, Report, ReportType } from '@botscope/contract';
import { Box, Drawer, Flex, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../ui/dialog.tsx';
import { SelectChoice } from '../../ui/select-choice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useLabels } from '../labels/use-labels.ts';
import type { ReportView } from '../question/report-search.ts';
import { columnName } from '../table/column-name.ts';
import type { CellRef } from './cell-ref.ts';
import { describeNumber } from './describe-number.ts';
import { formatNumber } from './number-address.ts';
import classes from './people-drawer.module.css';
import { PeopleList } from './people-list.tsx';
import { peopleCsvHref } from './people-query.ts';

interface PeopleDrawerProps {
  type: ReportType;
  bot: Bot;
  view: ReportView;
  /** The answer that the number is part of; undefined while it is on its way. */
  report: Report | undefined;
  cellRef: CellRef;
  onMove(cellRef: CellRef): void;
  onClose(): void;
}

/** Users behind a number, one by one, below its name and value. */
export function PeopleDrawer({ type, bot, view, report, cellRef, onMove, onClose }: PeopleDrawerProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  useFocusBack();
  const line = useLabels(type, report && { ...report, parameter: view.parameter || undefined });
  const detail = view.detail;
  const described =
    report &&
    describeNumber(
      report,
      cellRef,
      {
        whole: t('Reports.persons.whole'),
        line,
        column: (name) => columnName(name, t),
        following: (index) =>
          t(`Reports.cohorts.column.${detail}`, { number: new Intl.NumberFormat(locale).format(index) }),
        hour: (weekday, hour) => `${weekday}, ${hour}:00`,
      },
      locale,
    );
  const countedUnit = described && described.unit !== 'users' ? described.unit : null;
  const mayExport = bot.permissions.includes('section.users.export');
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={460}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <Flex gap={12} align="flex-start" justify="space-between" p={16}>
          <Box miw={0}>
            <Drawer.Title className={classes.title}>{t('Reports.persons.title')}</Drawer.Title>
            {described && (
              <p className={classes.number}>
                {described.name}
                {described.text !== null && (
                  <>
                    {': '}
                    <b>{described.text}</b>
                  </>
                )}
              </p>
            )}
          </Box>
          <Drawer.CloseButton aria-label={t('General.Close')} />
        </Flex>
        <Drawer.Body>
          <div className={classes.tools}>
            {described && described.lines.length > 1 && (
              <SelectChoice
                label={t('Reports.persons.line')}
                value={cellRef.line ?? described.lines[0]?.name ?? ''}
                onChange={(name) => onMove({ ...cellRef, line: name })}
                options={described.lines.map(({ name, label }) => ({ value: name, label }))}
              />
            )}
            {bot.permissions.includes('section.users.list') && (
              <TextLink to="/users" search={{ number: formatNumber(type, view, cellRef) }} size="xs">
                {t('Reports.persons.openUsers')}
              </TextLink>
            )}
            {mayExport && (
              <Flex
                component="a"
                display="inline-flex"
                gap={6}
                align="center"
                c="var(--mantine-color-anchor)"
                fz="xs"
                href={peopleCsvHref(bot.key, type, view, cellRef)}
                download
              >
                <IconDownload size={14} aria-hidden />
                {t('Reports.persons.csv')}
              </Flex>
            )}
          </div>
          {countedUnit && (
            <Text my={8} c="dimmed" fz="xs">
              {t('Reports.persons.differs', { unit: t(`Reports.people_units.${countedUnit}`) })}
            </Text>
          )}
          <PeopleList bot={bot.key} type={type} view={view} cellRef={cellRef} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
