import { expect, test } from 'vitest'
import { isAccountName } from '../src/index.ts'

test.each(['smith', 'Ada@corp.example', 'straße', 'yıldız', 'Ζεύς', '王小明', 'مرحبا', 'e\u0301va', 'éva'])(
  '%s may name an account',
  (name) => {
    expect(isAccountName(name)).toBe(true)
  },
)

test.each([
  ['zero-width space', 'a\u200bb'],
  ['zero-width joiner', 'a\u200db'],
  ['bidirectional control', '\u202eab'],
  ['isolate', '\u2066ab'],
  ['variation selector', 'a\ufe0fb'],
  ['supplementary variation selector', 'a\u{e0100}b'],
  ['soft hyphen', 'a\u00adb'],
  ['tag', 'a\u{e0061}b'],
  ['grapheme joiner', 'a\u034fb'],
  ['Hangul filler', 'a\u3164b'],
  ['Mongolian vowel separator', 'a\u180eb'],
  ['private use', 'a\ue000b'],
  ['unpaired surrogate', 'a\ud800b'],
  ['control character', 'a\u0007b'],
  ['long s', '\u017fmith'],
  ['full-width letter', '\uff53mith'],
  ['ligature', '\ufb01n'],
  ['mathematical letter', '\u{1d41a}da'],
  ['no-break space', 'a\u00a0b'],
])('a text with a %s may not name an account', (_what, name) => {
  expect(isAccountName(name)).toBe(false)
})
