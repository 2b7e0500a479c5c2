import type { Connection } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FrameworkLines } from '../samples/code-samples.tsx';
import classes from './connection.module.css';

/** Our webhook address, for those who set it at Telegram themselves. */
export function HookAddress({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const { hook_url: hookUrl, platform } = connection;
  const name = platform === 'other' ? t('Connection.platform.other') : platform;
  return (
    <div className={classes.block}>
      <p>{t('Connection.paste.hookText')}</p>
      <CopyLine label={t('Connection.paste.hookUrl')} value={hookUrl} copyLabel={t('Connection.paste.copyHook')} />
      <p>{t('Connection.paste.hookKeep')}</p>
      {!connection.hook_reachable && <Notice tone="warn">{t('Connection.paste.notReachable')}</Notice>}
      <FrameworkLines way="hook" addresses={{ hookUrl }} only={platform === '' ? undefined : 'curl'} />
      {platform !== '' && <Notice>{t('Connection.platform.hint', { name })}</Notice>}
    </div>
  );
}

/** Our API root, for bots that poll through us and for calls. */
export function RootAddress({ connection, text }: { connection: Connection; text: string }) {
  const { t } = useTranslation();
  const { api_root: apiRoot } = connection;
  return (
    <div className={classes.block}>
      <p>{text}</p>
      <CopyLine label={t('Connection.paste.rootUrl')} value={apiRoot} copyLabel={t('Connection.paste.copyRoot')} />
      <FrameworkLines way="root" addresses={{ apiRoot }} />
      {!connection.has_token && <p>{t('Connection.paste.tokenNote')}</p>}
    </div>
  );
}
