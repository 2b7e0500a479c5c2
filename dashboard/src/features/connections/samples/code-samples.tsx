import { Box, NativeSelect, ScrollArea } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { keepStored, readStored } from '../../../platform/session/browser-storage.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { CopyLine } from '../../../ui/copy-line.tsx';
import classes from './code-samples.module.css';
import type { Addresses, Way } from './framework.ts';
import { type Sample, samplesFor } from './samples.ts';

const storageKey = 'framework';
const listeners = new Set<() => void>();
let frameworkName: string | null = readStored(storageKey);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The framework whose lines this browser's owner looked at last, the same in all samples of a page; null = none yet. */
const useChosenFramework = (): string | null => useSyncExternalStore(subscribe, () => frameworkName);

function chooseFramework(name: string): void {
  frameworkName = name;
  keepStored(storageKey, name);
  for (const listener of listeners) listener();
}

interface FrameworkLinesProps {
  way: Way;
  addresses: Partial<Addresses>;
  /** Shows this one and offers no choice: for bots without code of one's own. */
  only?: string;
}

/** The lines of one way for the framework of the reader's choice, which all other samples then show, too. */
export function FrameworkLines({ way, addresses, only }: FrameworkLinesProps) {
  const { t } = useTranslation();
  const chosenFramework = useChosenFramework();
  const samples = samplesFor(way, {
    origin: window.location.origin,
    apiRoot: '',
    hookUrl: '',
    ...addresses,
  });
  const sample = samples.find(({ framework }) => framework === (only ?? chosenFramework)) ?? samples[0];
  if (!sample) return null;
  const { framework, code } = sample;
  return (
    <div className={classes.lines}>
      {!only && (
        <NativeSelect
          className={classes.choice}
          label={t('Connection.samples.choose')}
          data={groupByLanguage(samples)}
          value={framework}
          onChange={(event) => chooseFramework(event.currentTarget.value)}
        />
      )}
      <div className={classes.panel}>
        <div className={classes.copy}>
          <CopyButton value={code} label={t('Connection.samples.copy')} />
        </div>
        <ScrollArea
          type="auto"
          viewportProps={{ tabIndex: 0, 'aria-label': t('Connection.samples.code', { framework }), role: 'region' }}
        >
          <pre className={classes.code}>
            <code>{code}</code>
          </pre>
        </ScrollArea>
      </div>
      {!only && (
        <p className={classes.note}>
          {t(way === 'copies' || way === 'calls' ? 'Connection.samples.otherCopies' : 'Connection.samples.other')}
        </p>
      )}
    </div>
  );
}

/** Lines for a bot that sends copies: the key for its environment, and the code. */
export function CodeSamples({ apiKey, way = 'copies' }: { apiKey: string | null; way?: 'copies' | 'calls' }) {
  const { t } = useTranslation();
  return (
    <>
      {apiKey !== null && (
        <Box mb={16}>
          <CopyLine
            label={t('Bots.connection.keyLine')}
            value={`BOTSCOPE_API_KEY=${apiKey}`}
            copyLabel={t('Bots.connection.copyKeyLine')}
          />
        </Box>
      )}
      <FrameworkLines way={way} addresses={{}} />
      {apiKey === null && <p className={classes.note}>{t('Bots.connection.keyNote')}</p>}
    </>
  );
}

/** The list by programming language, in the order of the catalogue. */
function groupByLanguage(samples: readonly Sample[]) {
  const languages = [...new Set(samples.map(({ language }) => language))];
  return languages.map((group) => ({
    group,
    items: samples.filter(({ language }) => language === group).map(({ framework }) => framework),
  }));
}
