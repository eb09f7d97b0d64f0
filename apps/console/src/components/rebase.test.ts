import { expect, it } from 'vitest'
import { rebase } from './rebase.ts'

const start = { name: 'Shop', lines: ['a'], isOn: false }

it('fields without input have the stored values', () => {
  const stored = { name: 'Store', lines: ['a', 'b'], isOn: true }
  expect(rebase(start, start, stored)).toEqual({ values: stored, hasConflict: false })
})

it('a changed field keeps its input, and the other fields have the stored values', () => {
  const typed = { ...start, name: 'Shop 2' }
  const stored = { name: 'Store', lines: ['a', 'b'], isOn: true }
  expect(rebase(typed, start, stored)).toEqual({ values: { ...stored, name: 'Shop 2' }, hasConflict: true })
})

it('input in a field whose stored value is unchanged is no conflict when another field changed', () => {
  const typed = { ...start, name: 'Shop 2' }
  const stored = { ...start, isOn: true }
  expect(rebase(typed, start, stored)).toEqual({ values: { ...stored, name: 'Shop 2' }, hasConflict: false })
})

it('input that equals the stored value is no conflict', () => {
  const typed = { ...start, lines: ['a', 'b'] }
  expect(rebase(typed, start, typed)).toEqual({ values: typed, hasConflict: false })
})
