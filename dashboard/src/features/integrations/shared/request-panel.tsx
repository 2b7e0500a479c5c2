import type { ShownRequest } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { CodePanel } from '../../../ui/code-panel.tsx';
import { Note } from '../../../ui/words.tsx';

/** A request as it leaves, with its headers; JSON is indented, so that it can be read. */
export function RequestPanel({ request }: { request: ShownRequest }) {
  const { t } = useTranslation();
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${request.method} ${request.url}`, ...headers].join('\n');
  return (
    <>
      <CodePanel
        tool={t('Integrations.request.title')}
        code={`${lines}\n\n${indentJson(request.body) || t('Integrations.noBody')}`}
        copyLabel={t('Integrations.request.copy')}
      />
      {lines.includes('•••') && <Note>{t('Integrations.request.masked')}</Note>}
    </>
  );
}

/** An answer as it came. */
export function AnswerPanel({ status, answer }: { status: number | null; answer: string }) {
  const { t } = useTranslation();
  const title = [t('Integrations.answer'), status].filter((part) => part !== null).join(' · ');
  return (
    <CodePanel
      tool={title}
      code={indentJson(answer) || t('Integrations.noBody')}
      copyLabel={t('Integrations.request.copy')}
    />
  );
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
