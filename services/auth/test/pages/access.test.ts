import { expect, test } from 'vitest'
import { accessList } from '../../src/pages/shared/access.ts'

const options = { locale: 'en', title: 'It may', onlyIdentity: 'It learns who you are.' } as const
const api = { name: 'Orders', address: 'https://orders.example', permissions: [] }

test.for([
  ['nothing', { permissions: [] }, true],
  ['a permission', { permissions: [{ scope: 'email' }] }, false],
  ['an API', { permissions: [], apis: [api] }, false],
  ['details', { permissions: [], details: [{ type: 'payment' }] }, false],
] as const)(
  'a list of access with %s states correctly whether only the identity is shared',
  ([_case, view, isShown]) => {
    expect(accessList(options, view).text.includes(options.onlyIdentity)).toBe(isShown)
  },
)
