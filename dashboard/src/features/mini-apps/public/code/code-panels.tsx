import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodePanel } from '../../../../ui/code-panel.tsx';

/** Lines for one file of the page. */
export interface SnippetFile {
  name: string;
  code: string;
}

export function CodePanels({ files }: { files: readonly SnippetFile[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap={12}>
      {files.map(({ name, code }) => (
        <CodePanel key={name} tool={name} code={code} copyLabel={t('PageScript.code.copy', { name })} />
      ))}
    </Stack>
  );
}
