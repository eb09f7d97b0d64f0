import * as z from 'zod'

/**
 * Control and format characters (bidirectional and zero-width ones among them), separators of lines, and letters that
 * show nothing: with them a name looks like another one, or like none.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u2800\u3164\uffa0]/u

/** Whether a text shows everything it consists of. */
export const isVisible = (text: string): boolean => !unseen.test(text)

/** One line that people read, such as a part of a person's name; it may be empty. */
export const humanText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .max(maxCharacters)
    .refine(isVisible, 'must not have control, bidirectional or zero-width characters')

/** A name that people know something by. */
export const humanName = (maxCharacters: number) =>
  humanText(maxCharacters).refine((name) => name !== '', 'must not be blank')
