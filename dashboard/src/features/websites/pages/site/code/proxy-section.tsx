import { Box, Flex, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../../ui/section.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { CodePanels } from '../../../../mini-apps/public/code/code-panels.tsx';
import { isPath, nginxConfig, type ProxyPaths, usualPaths } from './proxy.ts';
import { type SnippetOptions, siteTag } from './snippets.ts';

/** Script and reports from the website's own domain, by paths that its owner chooses. */
export function ProxySection({ options }: { options: SnippetOptions }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/layout/code4-site/$site' });
  const paths: ProxyPaths = { script: search.script ?? usualPaths.script, report: search.report ?? usualPaths.report };
  const isSame = paths.script === paths.report;
  const field = (name: keyof ProxyPaths) => ({
    ...{ label: t(`SiteCode.proxy.${name}`), value: paths[name], maxLength: 100 },
    ...{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    error: isPath(paths[name])
      ? name === 'report' && isSame && t('SiteCode.proxy.samePath')
      : t('SiteCode.proxy.wrongPath'),
    onChange: (event: { currentTarget: { value: string } }) =>
      void navigate({
        to: '.',
        search: (oldSearch: object) => ({ ...oldSearch, [name]: event.currentTarget.value }),
        ...{ replace: true, resetScroll: false },
      }),
  });
  const { host, path, frozen, ...rest } = options;
  const isRight = isPath(paths.script) && isPath(paths.report) && !isSame;
  // The hash is that of the file, built or frozen.
  const ownOptions = { ...rest, host: '', path: paths.script, frozen: frozen && { ...frozen, path: paths.script } };
  return (
    <Section title={t('SiteCode.proxy.title')}>
      <p>{t('SiteCode.proxy.text')}</p>
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
        <Note>{t('SiteCode.proxy.trust')}</Note>
      </Box>
    </Section>
  );
}
