import * as z from 'zod'
import { withoutAllowedJoiners } from './joiners.ts'

/**
 * Control and format characters (bidirectional and zero-width ones among them), separators of lines, and letters that
 * show nothing: with them a name looks like another one, or like none.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u2800\u3164\uffa0]/u

/**
 * Returns whether a text shows everything it consists of. Joiners are accepted where the writing of a language or an emoji
 * needs them.
 */
export const isVisible = (text: string): boolean =>
  !unseen.test(text) || !unseen.test(withoutAllowedJoiners(text))

export const visibleRule =
  'must not have control or bidirectional characters, nor zero-width characters outside of words and emoji'

/** Letters that show nothing, unpaired surrogates, and code points for private use. */
const neverInNames = /[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}]/u

/**
 * Returns whether a text may name an account. It shows everything it consists of, and has no letter that compatibility
 * normalization replaces, such as long s or a full-width letter: the key of the name would be that of another text.
 */
export const isAccountName = (text: string): boolean =>
  isVisible(text) && !neverInNames.test(text) && text.normalize('NFC') === text.normalize('NFKC')

export const accountNameRule = 'must not have invisible characters or compatibility forms of letters'

/** One line that people read, such as a part of a person's name; it may be empty. */
export const humanText = (maxCharacters: number) =>
  z.string().trim().max(maxCharacters).refine(isVisible, visibleRule)

/** A name that people know something by. */
export const humanName = (maxCharacters: number) =>
  humanText(maxCharacters).refine((name) => name !== '', 'must not be blank')
