import type { DeclaredClaim } from '@signet/contracts'
import { describe, expect, test } from 'vitest'
import { toDraft, toEntry, withSource } from './claim-values.ts'

describe('values of the form of declared claims:', () => {
  test.each<DeclaredClaim>([
    { claim: 'a', source: 'fixed', value: 'text' },
    { claim: 'a', source: 'fixed', value: '42' },
    { claim: 'a', source: 'fixed', value: 'true' },
    { claim: 'a', source: 'fixed', value: '"quoted"' },
    { claim: 'a', source: 'fixed', value: 42 },
    { claim: 'a', source: 'fixed', value: false },
    { claim: 'a', source: 'fixed', value: ['x', 'y'] },
    { claim: 'a', source: 'storedClaim', storedClaim: 'level', condition: { scope: 'email' } },
    { claim: 'a', source: 'groupIds', condition: { group: 'Staff' }, in: ['access_token'] },
    { claim: 'a', source: 'title', condition: { group: null, scope: 'x' } },
    { claim: 'a', source: 'amr', in: ['id_token', 'access_token'] },
  ])('the form sends the entry %j unchanged', (entry) => {
    expect(toEntry('application', toDraft('application', entry))).toEqual(entry)
  })

  test('a source of the sign-in removes UserInfo from the outputs', () => {
    const draft = toDraft('project', { claim: 'a', source: 'title' })
    expect(withSource('project', draft, 'amr').outputs).toEqual(['id_token'])
  })
})
