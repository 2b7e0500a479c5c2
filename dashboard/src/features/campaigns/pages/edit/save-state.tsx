import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Dim } from '../../../../ui/words.tsx';
import type { Draft, DraftState } from '../../data/draft.ts';
import classes from './editor.module.css';

/** Whether everything is saved, and what to do where it is not. */
export function SaveState({ state, draft }: { state: DraftState; draft: Draft }) {
  const { t } = useTranslation();
  const { phase, failure, theirs, stored } = state;
  if (phase === 'conflict') {
    return (
      <div className={classes.conflict} role="alert">
        <Notice tone="warn">
          {t('CampaignEditor.conflict.text', { name: theirs?.updated_by || t('CampaignEditor.conflict.colleague') })}
          <Flex gap={8} wrap="wrap" mt={8}>
            <Button size="compact-sm" variant="default" onClick={draft.loadTheirs}>
              {t('CampaignEditor.conflict.theirs')}
            </Button>
            <Button size="compact-sm" onClick={() => void draft.keepMine()}>
              {t('CampaignEditor.conflict.mine')}
            </Button>
          </Flex>
        </Notice>
      </div>
    );
  }
  if (phase === 'failed' && failure !== null) {
    return (
      <div className={classes.conflict} role="alert">
        <Notice tone="warn">
          {t('CampaignEditor.notSaved', { reason: failureText(failure) })}
          <Flex mt={8}>
            <Button size="compact-sm" variant="default" onClick={() => void draft.flush()}>
              {t('CampaignEditor.saveNow')}
            </Button>
          </Flex>
        </Notice>
      </div>
    );
  }
  return (
    <Dim role="status">
      {phase === 'saved'
        ? t(stored === null ? 'CampaignEditor.notStarted' : 'CampaignEditor.saved')
        : t('CampaignEditor.saving')}
    </Dim>
  );
}
