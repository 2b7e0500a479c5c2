import { Box, Flex } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

/** A card with a heading: one subject of a page. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Flex gap={8} wrap="wrap" align="center" justify="space-between" mih={32} mb={12}>
        <Box id={id} component="h2" fz="lg" fw={600}>
          {title}
        </Box>
        {actions !== undefined && (
          <Flex gap={8} wrap="wrap" align="center">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </section>
  );
}

/** Names and values, one under another. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
