import { collectProviderTexts, type ShownProvider } from '../../shared/provider-texts.ts';

/** One file per provider: a new one is found by its name. */
export const providers = collectProviderTexts(
  import.meta.glob<ShownProvider>('./provider-*.ts', { eager: true, import: 'texts' }),
);
