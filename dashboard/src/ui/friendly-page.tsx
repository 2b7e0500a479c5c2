import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './friendly-page.module.css';
import { PageTitle } from './page-title.tsx';

/** A page with one message in the middle and what to do next. */
export function FriendlyPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main id="content" className={classes.middle}>
      <PageTitle title={title} />
      <Box component="h1" fz="2xl" fw={600} lh={1.3} tabIndex={-1}>
        {title}
      </Box>
      <Text inherit mb={8} maw="44ch" c="dimmed">
        {text}
      </Text>
      {children}
    </main>
  );
}
