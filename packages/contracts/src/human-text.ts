import * as z from 'zod'
import { withoutAllowedJoiners } from './joiners.ts'

/**
 * Control and format characters (including bidirectional and zero-width ones), line separators, and invisible letters: a name could
 * look like another one or empty.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u2800\u3164\uffa0]/u

/** Joiners are accepted if the script of a language or an emoji needs them. */
export const isVisible = (text: string): boolean =>
  !unseen.test(text) || !unseen.test(withoutAllowedJoiners(text))

export const visibleRule =
  'must not have control or bidirectional characters, nor zero-width characters outside of words and emoji'

/** Invisible letters, unpaired surrogates, and private-use code points. */
const neverInNames = /[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}]/u

/**
 * Visible characters that compatibility normalization does not replace. A long s or a full-width letter would give the name the key of
 * another text.
 */
export const isAccountName = (text: string): boolean =>
  isVisible(text) && !neverInNames.test(text) && text.normalize('NFC') === text.normalize('NFKC')

export const accountNameRule = 'must not have invisible characters or compatibility forms of letters'

/** One line, such as a part of a user's name; may be empty. */
export const humanText = (maxCharacters: number) =>
  z.string().trim().max(maxCharacters).refine(isVisible, visibleRule)

/** Several lines, such as a postal address. */
export const humanLines = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .max(maxCharacters)
    .refine((text) => isVisible(text.replace(/[\t\r\n]/g, ' ')), visibleRule)

/** Not empty. */
export const humanName = (maxCharacters: number) =>
  humanText(maxCharacters).refine((name) => name !== '', 'must not be blank')
