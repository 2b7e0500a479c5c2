import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';
import classes from './visitor-card.module.css';

/** One form of the sign-in screens: heading, one sentence, the form, and below it where else to go. */
export function VisitorCard(props: { title: string; text: ReactNode; children: ReactNode; below?: ReactNode }) {
  return (
    <>
      <PageTitle title={props.title} />
      <section className={classes.card}>
        <h1 className={classes.title} tabIndex={-1}>
          {props.title}
        </h1>
        <Text inherit mt={4} mb={24} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {props.text}
        </Text>
        {props.children}
      </section>
      {props.below && <div className={classes.below}>{props.below}</div>}
    </>
  );
}
