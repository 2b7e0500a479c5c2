import type { ProviderId } from '@botscope/contract';
import { collectProviderTexts, type ShownProvider } from '../../shared/provider-texts.ts';

/** One file per provider: a new one is found by its name. */
export const providers = collectProviderTexts(
  import.meta.glob<ShownProvider>('./provider-*.ts', { eager: true, import: 'texts' }),
);

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Providers: Record<ProviderId, ShownProvider>;
  }
}
