import { describe, expect, it } from 'vitest'
import {
  type ApprovalCriterion,
  approvalCriteria,
  type Effect,
  effects,
  effectsOf,
  harmfulEffects,
  isTool,
  needsApproval,
  needsFreshSignIn,
  type Operation,
  operationList,
  operations,
  placementOf,
  possibleEffects,
  settingKeys,
  settingsCatalogue,
} from '../src/index.ts'

const elsewhere = { ofAdministrators: false }
const atAdministrators = { ofAdministrators: true }
const changes = operationList.filter(({ kind }) => kind === 'write' || kind === 'high_consequence')
const each = operationList.map((operation) => [operation.tool, operation] as const)

const fieldsOf = (operation: Operation): string[] => {
  const { params } = placementOf(operation)
  return Object.keys(operation.input.shape).filter(
    (name) => !params.includes(name) && name !== 'confirm' && name !== 'expect',
  )
}

describe('effects of every operation', () => {
  it.each(each)('%s declares effects of the catalogue, and `none` only without any other', (_, operation) => {
    const { effects: declared } = operation
    const lists =
      'byField' in declared
        ? Object.values(declared.byField).flatMap((field) =>
            'on' in field ? [field.on, field.off] : [field],
          )
        : [declared]
    for (const list of lists) {
      expect(effects).toEqual(expect.arrayContaining([...list]))
      if (list.includes('none')) expect(list).toEqual(['none'])
    }
  })

  it.each(each)('%s names every field of its input when its effects depend on fields', (_, operation) => {
    const { effects: declared } = operation
    if (!('byField' in declared)) return
    expect(Object.keys(declared.byField)).toEqual(expect.arrayContaining(fieldsOf(operation)))
  })

  it('a read has no effect', () => {
    for (const operation of operationList)
      if (operation.kind === 'read') expect(operation.effects, operation.tool).toEqual(['none'])
  })

  it('a high-consequence operation has an effect for every input', () => {
    const harmless = changes.filter(
      (operation) => operation.kind === 'high_consequence' && possibleEffects(operation).includes('none'),
    )
    expect(harmless.map(({ tool }) => tool)).toEqual([])
  })

  it('an unlisted field has every effect, so that a forgotten field needs an approval', () => {
    const found = effectsOf(operations.project_update, { projectId: 'p', surprise: true }, elsewhere)
    expect(found).toEqual([...harmfulEffects])
  })

  it('a setting has its own effect, and a change of settings has the effects of the named ones', () => {
    for (const key of settingKeys) {
      const { effects: declared } = settingsCatalogue[key]
      const list: readonly Effect[] = 'on' in declared ? [...declared.on, ...declared.off] : declared
      expect(list, key).not.toContain('none')
    }
    expect(effectsOf(operations.settings_update, { 'pkce.required': false }, elsewhere)).toEqual(['lets-in'])
    expect(effectsOf(operations.settings_update, { 'plans.enabled': true }, elsewhere)).toEqual(['raises'])
  })
})

describe('an operation on the administrators’ project', () => {
  const counterparts: [keyof typeof operations, Record<string, unknown>, keyof typeof operations, object][] =
    [
      ['project_user_create', { email: 'a@b.example' }, 'admin_create', {}],
      ['project_user_update', { active: false }, 'admin_update', { active: false }],
      ['project_user_update', { active: true }, 'admin_update', { active: true }],
      ['project_user_update', { active: false }, 'admin_deactivate', {}],
      ['project_user_email_change', { email: 'a@b.example' }, 'admin_update', { email: 'a@b.example' }],
      ['project_user_delete', {}, 'admin_deactivate', {}],
      ['project_user_bulk_delete', { userIds: ['usr_a'] }, 'admin_deactivate', {}],
      ['project_user_bulk_deactivate', { userIds: ['usr_a'] }, 'admin_deactivate', {}],
      ['project_user_bulk_activate', { userIds: ['usr_a'] }, 'admin_update', { active: true }],
      ['project_user_lock', { reason: 'left' }, 'admin_deactivate', {}],
      ['project_user_unlock', {}, 'admin_update', { active: true }],
      ['project_user_sign_out', {}, 'admin_sign_out', {}],
      ['project_user_bulk_sign_out', { userIds: ['usr_a'] }, 'admin_sign_out', {}],
      ['project_user_application_sign_out', { clientId: 'app_a' }, 'admin_sign_out', {}],
      ['project_user_totp_clear', {}, 'admin_totp_clear', {}],
      ['project_user_password_reset', { password: 'p' }, 'admin_totp_clear', {}],
    ]

  it.each(counterparts)('%s %o has at least the effects of %s', (name, input, counterpart, like) => {
    const found = effectsOf(operations[name], { projectId: 'p', userId: 'u', ...input }, atAdministrators)
    const wanted = effectsOf(operations[counterpart], { ...like }, elsewhere)
    expect(found).toEqual(expect.arrayContaining([...wanted]))
  })

  it.each(counterparts)('%s %o needs an approval under the policy high', (name, input) => {
    const high = new Set<ApprovalCriterion>(['high'])
    const call = { projectId: 'p', userId: 'u', ...input }
    const weighs = name !== 'project_user_create'
    expect(needsApproval(high, operations[name], call, atAdministrators)).toBe(weighs)
  })

  it('a change of credentials or rights needs an approver who signed in recently', () => {
    const named = (name: keyof typeof operations, input = {}) =>
      [elsewhere, atAdministrators].map((target) => needsFreshSignIn(operations[name], input, target))
    expect(named('project_user_password_reset')).toEqual([false, true])
    expect(named('project_user_create')).toEqual([false, true])
    expect(named('client_update', { jwksUri: 'https://a.example/jwks' })).toEqual([false, true])
    expect(named('client_update', { clientName: 'A' })).toEqual([false, false])
    expect(named('federation_provider_create')).toEqual([false, true])
    expect(named('admin_update', { email: 'a@b.example' })).toEqual([true, true])
    expect(named('admin_create')).toEqual([true, true])
    expect(named('admin_sign_out')).toEqual([false, false])
    expect(named('team_member_add')).toEqual([true, true])
    expect(named('settings_update', { 'plans.enabled': true })).toEqual([true, true])
    expect(named('project_key_revoke')).toEqual([true, true])
  })
})

describe('a policy', () => {
  const asks = (criteria: readonly ApprovalCriterion[], name: keyof typeof operations, input = {}) =>
    needsApproval(new Set(criteria), operations[name], input, elsewhere)

  it('the default policy requires an approval of every change with an effect, and of no other call', () => {
    for (const operation of changes) {
      const found = effectsOf(operation, operation.example, elsewhere)
      const asked = needsApproval(new Set(harmfulEffects), operation, operation.example, elsewhere)
      expect(asked, operation.tool).toBe(!found.includes('none'))
    }
  })

  it.each(harmfulEffects)(
    'the policy %s requires an approval of the calls with this effect only',
    (effect) => {
      for (const operation of changes) {
        const found = effectsOf(operation, operation.example, elsewhere)
        const asked = needsApproval(new Set([effect]), operation, operation.example, elsewhere)
        expect(asked, operation.tool).toBe(found.includes(effect))
      }
    },
  )

  it('the policy high requires an approval of every high-consequence call, and of a deactivation by another call', () => {
    expect(asks(['high'], 'project_user_delete')).toBe(true)
    expect(asks(['high'], 'project_user_update', { active: false })).toBe(true)
    expect(asks(['high'], 'project_user_update', { active: true })).toBe(false)
    expect(asks(['high'], 'client_update', { redirectUris: [] })).toBe(false)
  })

  it('the policy writes requires an approval of every change, and no policy of a read', () => {
    for (const operation of operationList.filter(isTool))
      expect(needsApproval(new Set(['writes']), operation, {}, elsewhere), operation.tool).toBe(
        operation.kind !== 'read',
      )
    expect(asks(approvalCriteria, 'project_user_list')).toBe(false)
  })
})
