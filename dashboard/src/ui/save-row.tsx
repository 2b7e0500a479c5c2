import { Button, Flex } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from './form-failure.tsx';
import type { Draft } from './use-draft.ts';

/** End of a settings form: save, discard, and the result. */
export function SaveRow<Values extends object>({
  draft,
}: {
  draft: Pick<Draft<Values>, 'state' | 'failure' | 'discard'>;
}) {
  const { t } = useTranslation();
  const { state, failure, discard } = draft;
  return (
    <>
      <FormFailure code={failure?.code ?? null} detail={failure?.words ?? ''} />
      <Flex gap={8} wrap="wrap" align="center" mih={36}>
        <Button type="submit" disabled={state !== 'dirty' && state !== 'busy'} loading={state === 'busy'}>
          {t('General.Form.save')}
        </Button>
        {state === 'dirty' && (
          <Button variant="subtle" color="gray" onClick={discard}>
            {t('General.Form.discard')}
          </Button>
        )}
        <Flex
          role="status"
          component="span"
          display="inline-flex"
          gap={6}
          align="center"
          ml={8}
          c="var(--bs-good)"
          fz="sm"
        >
          {state === 'saved' && (
            <>
              <IconCheck size={16} stroke={2} aria-hidden />
              {t('General.Form.saved')}
            </>
          )}
        </Flex>
      </Flex>
    </>
  );
}
