import { expect, test } from 'vitest'
import { isAccountName, isVisible } from '../src/index.ts'

const zwnj = '\u200c'
const zwj = '\u200d'

test.each([
  ['Persian', `می${zwnj}خواهم`],
  ['Persian with a vowel mark', `خانهِ${zwnj}ای`],
  ['Urdu', `علی${zwnj}گڑھ`],
  ['Hindi with an explicit virama', `शरद्${zwnj}चन्द्र`],
  ['Hindi with a half form', `क्${zwj}ष`],
  ['Sinhala', `ශ්${zwj}රී`],
  ['Malayalam with a chillu', `അവന്${zwj}`],
  ['Bengali', `র${zwj}্যাব`],
  ['family emoji', `Team 👩${zwj}👩${zwj}👧`],
  ['heart on fire', `❤️${zwj}🔥`],
  ['rainbow flag', `🏳️${zwj}🌈`],
  ['flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
])('a name may have the joiners of %s', (_what, name) => {
  expect(isVisible(name)).toBe(true)
  expect(isAccountName(name)).toBe(false)
})

test.each([
  ['between Latin letters', `a${zwj}b`],
  ['between Latin letters, not joining', `a${zwnj}b`],
  ['between Cyrillic letters', `а${zwnj}б`],
  ['at the start', `${zwnj}می`],
  ['at the end of a Persian word', `می${zwnj}`],
  ['twice', `می${zwnj}${zwnj}خواهم`],
  ['between a Persian and a Latin letter', `می${zwnj}a`],
  ['joining in a Persian word', `می${zwj}خواهم`],
  ['between digits', `1${zwj}2`],
  ['next to a space', `می${zwnj} خواهم`],
  ['after a letter of Hindi without a virama', `क${zwj}ष`],
  ['before a vowel mark of Hindi', `क्${zwj}ी`],
  ['between emoji that form no sequence', `🍎${zwj}🍏`],
  ['after an emoji', `👩${zwj}`],
  ['in a tag sequence that is no flag', '🏴\u{e0067}\u{e0062}'],
])('a name is rejected when it has a joiner %s', (_where, name) => {
  expect(isVisible(name)).toBe(false)
})
