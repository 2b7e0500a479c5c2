/**
 * The shape of another language's dictionary: the same keys as the English one, except that a plural (`x_one`, `x_other`)
 * needs the four forms that Russian has.
 */
export type Translated<Source> = {
  [Key in keyof Source as Key extends `${string}_one` | `${string}_other` ? never : Key]: Source[Key] extends string
    ? string
    : Translated<Source[Key]>;
} & {
  [Key in keyof Source as Key extends `${infer Stem}_other`
    ? `${Stem}_one` | `${Stem}_few` | `${Stem}_many` | `${Stem}_other`
    : never]: string;
};
