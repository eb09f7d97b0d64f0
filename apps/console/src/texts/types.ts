import type * as english from './en/index.ts'

/** Forms of one text by the plural category of its number, which `{count}` inserts. */
export type Plural<Category extends Intl.LDMLPluralRule = never> = Readonly<
  Record<Category | 'other', string> & Partial<Record<Intl.LDMLPluralRule, string>>
>

/** The type of another language's texts: the same texts as in English, with the plural forms of that language. */
type In<T, Category extends Intl.LDMLPluralRule> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : T extends { readonly other: string }
      ? Plural<Category>
      : T extends readonly string[]
        ? { readonly [Index in keyof T]: string }
        : { readonly [K in keyof T]: In<T[K], Category> }

export type Texts = In<typeof english, never>
export type Area = keyof Texts
export type Russian<A extends Area> = In<(typeof english)[A], 'one' | 'few' | 'many'>
export type Chinese<A extends Area> = In<(typeof english)[A], never>
