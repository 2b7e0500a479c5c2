import type { Created, Feature, UserData } from './feature.ts';

/** Features in the order of their needs. `Context`: the platform and what the features so far offer. */
export interface Composition<Platform extends object, Context extends Platform> {
  manifests: readonly Manifest[];
  use<Offers extends object>(feature: Feature<Context, Offers>): Composition<Platform, Context & Offers>;
  /** Creates all features. If one fails, those before it are closed. */
  create(platform: Platform): Promise<Composed<Context>>;
}

/** Part of a feature that is known before it is created. */
export type Manifest = Pick<Feature<never, object>, 'name' | 'tables' | 'publicRoutes'>;

export interface Composed<Context extends object> {
  services: Context;
  features: readonly Created<object>[];
  /** The last feature first: writers before the stores that they write to. */
  close(): Promise<void>;
}

export type ContextOf<C> = C extends { create(platform: never): Promise<Composed<infer Context>> } ? Context : never;

/** Offers of the list itself: filled while the features are created, so they are complete once the features work. */
interface Collected {
  userData: readonly UserData[];
}

export const compose = <Platform extends object>(): Composition<Platform, Platform & Collected> => list([]);

/** `use` has checked that each feature finds its needs; the list itself forgets their types. */
type AnyFeature = Manifest & { create: (context: object) => Created<object> | Promise<Created<object>> };

function list<Platform extends object, Context extends Platform>(
  features: readonly AnyFeature[],
): Composition<Platform, Context> {
  return {
    manifests: features,
    use: (feature) => list([...features, feature as AnyFeature]),
    async create(platform) {
      const createdFeatures: Created<object>[] = [];
      const close = async (): Promise<void> => {
        for (const feature of createdFeatures.toReversed()) await feature.close?.();
      };
      const userData: UserData[] = [];
      let context: object = { ...platform, userData };
      try {
        for (const feature of features) {
          const one = await feature.create(context);
          createdFeatures.push(one);
          userData.push(...(one.userData ?? []));
          context = { ...context, ...one.offers };
        }
      } catch (error) {
        await close();
        throw error;
      }
      return { services: context as Context, features: createdFeatures, close };
    },
  };
}
