/** A zero-width non-joiner separates two parts of a word in these scripts. */
const cursive = classOf('Arabic', 'Syriac', 'Nko', 'Mongolian', 'Mandaic', 'Adlam', 'Hanifi_Rohingya')

/** Scripts that form conjuncts with a virama. */
const conjunct = classOf(
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
)

const virama = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]'

/** A letter of a conjunct with its virama. */
const dead = `${conjunct}\\p{M}*${virama}\\p{M}*`

/**
 * Joiners that change the writing of a word or an emoji, by the contexts of UAX 31 (A1, A2 and B): inside a word of a cursive script,
 * after a virama, and in the emoji sequences recommended by Unicode.
 */
const allowed = new RegExp(
  [
    '\\p{RGI_Emoji_ZWJ_Sequence}',
    '\\p{RGI_Emoji_Tag_Sequence}',
    `(?<=${cursive}\\p{M}*)\\u200c(?=${cursive})`,
    `(?<=${dead})\\u200c(?=${conjunct})`,
    `(?<=${dead})\\u200d(?!\\p{M})`,
    // Bengali ra with ya-phalaa: the joiner precedes the virama (Unicode 12.2).
    '(?<=\\u09b0)\\u200d(?=\\u09cd\\u09af)',
  ].join('|'),
  'gv',
)

export const withoutAllowedJoiners = (text: string): string => text.replace(allowed, '')

function classOf(...scripts: readonly string[]): string {
  return `[${scripts.map((script) => `[\\p{L}&&\\p{Script=${script}}]`).join('')}]`
}
