import { expect, it } from 'vitest'
import { rebase } from './rebase.ts'

const start = { name: 'Shop', lines: ['a'], isOn: false }

it('takes the stored values where nothing was typed', () => {
  const stored = { name: 'Store', lines: ['a', 'b'], isOn: true }
  expect(rebase(start, start, stored)).toEqual({ values: stored, hasConflict: false })
})

it('keeps what was typed and takes the other fields as stored', () => {
  const typed = { ...start, name: 'Shop 2' }
  const stored = { name: 'Store', lines: ['a', 'b'], isOn: true }
  expect(rebase(typed, start, stored)).toEqual({ values: { ...stored, name: 'Shop 2' }, hasConflict: true })
})

it('sees no difference in what was typed as it is stored', () => {
  const typed = { ...start, lines: ['a', 'b'] }
  expect(rebase(typed, start, typed)).toEqual({ values: typed, hasConflict: false })
})
