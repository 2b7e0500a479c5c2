import '@mantine/core/styles/Tabs.layer.css';
import { ScrollArea, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './code-samples.module.css';
import { samplesFor } from './samples.ts';

/** What to put into the bot. Without a key at hand the samples hold a word that is to be replaced. */
export function CodeSamples({ apiKey }: { apiKey: string | null }) {
  const { t } = useTranslation();
  const samples = samplesFor(window.location.origin, apiKey ?? t('Bots.connection.keyPlace'));
  return (
    <>
      <Tabs defaultValue="grammY" keepMounted={false} classNames={{ list: classes.tabs, tab: classes.tab }}>
        <Tabs.List>
          {samples.map(({ framework }) => (
            <Tabs.Tab key={framework} value={framework}>
              {framework}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {samples.map(({ framework, code }) => (
          <Tabs.Panel key={framework} value={framework} className={classes.panel}>
            <div className={classes.copy}>
              <CopyButton value={code} label={t('Bots.connection.copyCode')} />
            </div>
            <ScrollArea
              type="auto"
              viewportProps={{
                tabIndex: 0,
                'aria-label': t('Bots.connection.sampleFor', { framework }),
                role: 'region',
              }}
            >
              <pre className={classes.code}>
                <code>{code}</code>
              </pre>
            </ScrollArea>
          </Tabs.Panel>
        ))}
      </Tabs>
      {apiKey === null && <p className={classes.note}>{t('Bots.connection.keyNote')}</p>}
    </>
  );
}
