import type { Report, ReportType } from '@botscope/contract';
import { Drawer, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../ui/dialog.tsx';
import { QuestionInForce } from '../question/question-in-force.tsx';
import type { ReportView } from '../question/report-search.ts';
import classes from './definition.module.css';
import { DefinitionNotes } from './definition-notes.tsx';
import { Statements } from './statements.tsx';

interface DefinitionProps {
  type: ReportType;
  bot: string;
  view: ReportView;
  /** Undefined until the answer is there: its time zone and session pause are named then. */
  report: Report | undefined;
  onClose(): void;
}

/** Explains how the report is counted; shows the filter and model in force and, on request, the statements. */
export function Definition({ type, bot, view, report, onClose }: DefinitionProps) {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={460}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <Flex align="center" justify="space-between" p={16}>
          <Drawer.Title className={classes.title}>{t('Reports.how.button')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('General.Close')} />
        </Flex>
        <Drawer.Body>
          <div className={classes.text}>
            <h3>{t(`Reports.titles.${type}`)}</h3>
            <p>{t(`Reports.definitions.${type}`)}</p>
            <DefinitionNotes type={type} report={report} />
            <QuestionInForce type={type} view={view} report={report} />
            <Statements type={type} bot={bot} view={view} />
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
