import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyLine } from '../../../../ui/copy-line.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Note } from '../../../../ui/words.tsx';

/** Shows what a page with a Content-Security-Policy has to allow. */
export function PolicySection({ host, note }: { host: string; note?: string }) {
  const { t } = useTranslation();
  return (
    <Section title={t('PageScript.code.policy')}>
      <p>{t('PageScript.code.policyText')}</p>
      <CopyLine
        label="Content-Security-Policy"
        value={`script-src ${host}; connect-src ${host}`}
        copyLabel={t('PageScript.code.copyPolicy')}
      />
      {note !== undefined && (
        <Box mt={12}>
          <Note>{note}</Note>
        </Box>
      )}
    </Section>
  );
}
