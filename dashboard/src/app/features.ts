import type { Feature } from '../platform/routing/feature.ts';

/** The manifests of all features. They come with the menu, which visitors do not have: they weigh 3 kB. */
const modules = import.meta.glob<Feature>(['../features/*/feature.ts', '../analytics/feature.ts'], {
  eager: true,
  import: 'feature',
});

export const features: readonly Feature[] = Object.values(modules);
