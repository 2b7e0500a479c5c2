import { Box, Stack } from '@mantine/core';
import { useId } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './copy-line.module.css';

/** An address or a line that is to be pasted elsewhere. `copyLabel` says what the button copies. */
export function CopyLine({ label, value, copyLabel }: { label: string; value: string; copyLabel: string }) {
  const id = useId();
  return (
    <Stack gap={4}>
      <Box id={id} component="span" fz="sm" fw={500}>
        {label}
      </Box>
      <div className={classes.row}>
        <output className={classes.value} aria-labelledby={id}>
          {value}
        </output>
        <CopyButton value={value} label={copyLabel} />
      </div>
    </Stack>
  );
}
