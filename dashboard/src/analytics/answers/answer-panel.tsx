import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../report-body.module.css';

interface AnswerPanelProps {
  title: string;
  headline: ReactNode;
  /** Buttons beside the headline. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The frame of a report's answer: its headline, its tools, its numbers. */
export function AnswerPanel({ title, headline, tools, children }: AnswerPanelProps) {
  return (
    <section className={classes.panel} aria-label={title}>
      <Flex rowGap={8} columnGap={16} wrap="wrap" align="flex-start" justify="space-between" mb={12}>
        {headline}
        {tools && (
          <Flex gap={8} wrap="wrap" align="center" data-print="hide">
            {tools}
          </Flex>
        )}
      </Flex>
      {children}
    </section>
  );
}
