import { Box, Flex, Text } from '@mantine/core';
import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import classes from './step.module.css';

/** The outcome in one line, with a sentence about what follows. */
export function ResultHead({ connected, title, text }: { connected: boolean; title: string; text: string }) {
  const Icon = connected ? IconCircleCheck : IconClock;
  return (
    <Flex gap={12} align="flex-start" mt={8} mb={24}>
      <Icon size={28} stroke={1.5} aria-hidden className={classes.sign} />
      <div>
        <Box component="h2" fz="xl" fw={600} lh="28px" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        <Text inherit c="dimmed">
          {text}
        </Text>
      </div>
    </Flex>
  );
}
