import { Box, Flex, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { Note } from '../../../ui/words.tsx';
import { CodePanels } from '../code/code-sections.tsx';
import { useChangeSearch, usePageSearch } from '../data/page-search.ts';
import { isPath, nginxConfig, type ProxyPaths, usualPaths } from './proxy.ts';
import { type SnippetOptions, siteTag } from './site-snippets.ts';

/** Script and reports from the website's own domain, by paths that its owner chooses. */
export function ProxySection({ options }: { options: SnippetOptions }) {
  const { t } = useTranslation();
  const search = usePageSearch();
  const change = useChangeSearch();
  const paths: ProxyPaths = { script: search.script ?? usualPaths.script, report: search.report ?? usualPaths.report };
  const isSame = paths.script === paths.report;
  const field = (name: keyof ProxyPaths) => ({
    ...{ label: t(`PageDetailsSite.code.proxy.${name}`), value: paths[name], maxLength: 100 },
    ...{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    error: isPath(paths[name])
      ? name === 'report' && isSame && t('PageDetailsSite.code.proxy.samePath')
      : t('PageDetailsSite.code.proxy.wrongPath'),
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const { host, path, frozen, ...rest } = options;
  const isRight = isPath(paths.script) && isPath(paths.report) && !isSame;
  // The hash is that of the file, built or frozen.
  const ownOptions = { ...rest, host: '', path: paths.script, frozen: frozen && { ...frozen, path: paths.script } };
  return (
    <Section title={t('PageDetailsSite.code.proxy.title')}>
      <p>{t('PageDetailsSite.code.proxy.text')}</p>
      <Flex gap={16} wrap="wrap" mb={16}>
        <TextInput {...field('script')} />
        <TextInput {...field('report')} />
      </Flex>
      {isRight && (
        <CodePanels
          files={[
            { name: 'nginx', code: nginxConfig(host, frozen?.path ?? path, paths) },
            { name: '<head>', code: siteTag(ownOptions, [`data-url="${paths.report}"`]) },
          ]}
        />
      )}
      <Box mt={12}>
        <Note>{t('PageDetailsSite.code.proxy.trust')}</Note>
      </Box>
    </Section>
  );
}
