import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Placeholder of a list or a report without data: what it is, and what to do. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {icon && (
        <Flex component="span" display="inline-flex" mb={8} c="var(--bs-accent)">
          {icon}
        </Flex>
      )}
      <Box component="h2" fz="lg" fw={600}>
        {title}
      </Box>
      {text && (
        <Text inherit maw="52ch" c="dimmed">
          {text}
        </Text>
      )}
      {children && (
        <Flex gap={8} wrap="wrap" justify="center" mt={16}>
          {children}
        </Flex>
      )}
    </div>
  );
}

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  /** Buttons. */
  children?: ReactNode;
}
