import { Box, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './secret-value.module.css';

/** An API key in the one moment when it can be seen. */
export function SecretValue({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <Stack gap={6}>
      <div className={classes.row}>
        <Box
          component="output"
          flex={1}
          miw={0}
          ff="monospace"
          fz="xs"
          lh="18px"
          style={{ overflowWrap: 'anywhere' }}
          aria-label={t('Bots.apiKey.label')}
        >
          {value}
        </Box>
        <CopyButton value={value} label={t('Bots.apiKey.copy')} />
      </div>
      <Box component="span" c="var(--bs-warn)" fz="xs">
        {t('Bots.apiKey.once')}
      </Box>
    </Stack>
  );
}
