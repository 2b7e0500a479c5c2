import type { home } from './locales/en/home.ts';

// They come with every first visit (app/texts.ts): most visits begin here.
declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Home: typeof home;
  }
}
