import { operations, roles, verdictFor } from '@signet/contracts'
import { beforeAll, expect, test } from 'vitest'
import { nouns } from '../nouns.ts'
import { loadTexts } from '../texts/index.ts'
import { operationsHere, operationsOfActiveTeam, roleAt } from './operations-here.ts'

beforeAll(() => loadTexts('en'))

const params = new Proxy<Record<string, string>>({}, { get: () => 'id' })

test.each(roles)('the palette offers the role %s no change that the API refuses', (role) => {
  const offered = operationsHere(nouns, params, role)
  const refused = offered.filter(({ name }) => verdictFor(operations[name], role) === 'no')
  expect(refused.map(({ name }) => name)).toEqual([])
})

test('the palette offers support the changes of its role and a viewer none of a project', () => {
  const namesFor = (role: 'viewer' | 'support') =>
    operationsHere(nouns, params, role)
      .map(({ name }) => name)
      .filter((name) => operations[name].access.to === 'project')
  expect(namesFor('viewer')).toEqual([])
  expect(namesFor('support')).toContain('project_user_password_reset')
  expect(namesFor('support')).not.toContain('project_user_delete')
})

test('the role of a caller is that of the membership in the team', () => {
  const me = { superAdministrator: false, teams: [{ id: 'team_a', role: 'support' }] } as never
  expect([roleAt(me, 'team_a'), roleAt(me, 'team_b'), roleAt(me, undefined)]).toEqual([
    'support',
    'stranger',
    'stranger',
  ])
})

test('the palette offers dialogs of the active team on every page, to its owner only, and none of a personal team', () => {
  const namesFor = (role: 'owner' | 'viewer', kind: 'regular' | 'personal') => {
    const teams = [{ id: 'team_a', name: 'Acme', kind, role }]
    const whoami = { superAdministrator: false, teams, activeTeamId: 'team_a' } as never
    return operationsOfActiveTeam(nouns, whoami).map(({ name, note }) => `${name} ${note}`)
  }
  expect(namesFor('owner', 'regular')).toContain('team_invite Acme')
  expect(namesFor('viewer', 'regular')).toEqual([])
  expect(namesFor('owner', 'personal')).toEqual([])
})
