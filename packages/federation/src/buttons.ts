import type { Located } from './issuer.ts'
import { recognise } from './recognise.ts'

const maxUnfolded = 6
const shownOfMany = 5

/**
 * Splits the providers, in order, into buttons and those behind "More sign-in options". With more than six providers, every recognised
 * one is shown, and others up to a total of five.
 */
export function foldButtons<Button extends Located>(
  buttons: readonly Button[],
): { readonly shown: readonly Button[]; readonly folded: readonly Button[] } {
  if (buttons.length <= maxUnfolded) return { shown: buttons, folded: [] }
  const isRecognised = (button: Button) => recognise(button) !== null
  let room = Math.max(0, shownOfMany - buttons.filter(isRecognised).length)
  const isShown = new Map(buttons.map((button) => [button, isRecognised(button) || room-- > 0]))
  return {
    shown: buttons.filter((button) => isShown.get(button)),
    folded: buttons.filter((button) => !isShown.get(button)),
  }
}
