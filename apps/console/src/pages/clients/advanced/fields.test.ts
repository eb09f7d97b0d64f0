import type { Client } from '@signet/contracts'
import { clientUpdateFields } from '@signet/contracts'
import { describe, expect, test } from 'vitest'
import { applicationFields } from '../values/values.ts'
import { type AdvancedField, advancedFields, advancedGroups, changesOf, valuesOf } from './fields.ts'

/** Fields with a separate card. */
const elsewhere = ['exchangeAudiences', 'assertionIssuers', 'assertionAudiences', 'declaredClaims']
/** Fields that the kind of a new application decides. */
const decidedAtCreation = ['applicationType']

describe('settings of an application', () => {
  test('every field of an update has one control on the settings page', () => {
    const controls = [
      ...applicationFields,
      ...Object.keys(advancedFields),
      ...elsewhere,
      ...decidedAtCreation,
    ]
    expect(controls.toSorted()).toEqual(Object.keys(clientUpdateFields).toSorted())
    expect(Object.values(advancedGroups).flat().toSorted()).toEqual(Object.keys(advancedFields).toSorted())
  })

  const client = {
    jwks: { keys: [{ kty: 'EC', kid: 'one' }] },
    jwksUri: null,
    grantTypes: ['authorization_code'],
    requirePushedAuthorizationRequests: false,
    idTokenSignedResponseAlg: 'PS512',
    subjectType: null,
  } as unknown as Client
  const fields = Object.keys(client) as AdvancedField[]

  test('unchanged values send nothing, also values that no control offers', () => {
    expect(changesOf(client, valuesOf(client, fields))).toEqual({})
  })

  test('changed values are sent as the contract states, and emptied ones as null', () => {
    const values = {
      ...valuesOf(client, fields),
      jwks: '',
      jwksUri: ' https://app.example/jwks.json ',
      grantTypes: ['authorization_code', 'refresh_token'],
      requirePushedAuthorizationRequests: true,
      idTokenSignedResponseAlg: 'default',
      subjectType: 'pairwise',
    }
    expect(changesOf(client, values)).toEqual({
      jwks: null,
      jwksUri: 'https://app.example/jwks.json',
      grantTypes: ['authorization_code', 'refresh_token'],
      requirePushedAuthorizationRequests: true,
      idTokenSignedResponseAlg: null,
      subjectType: 'pairwise',
    })
    expect(changesOf(client, { ...valuesOf(client, fields), jwks: '{"keys":[]}' })).toEqual({
      jwks: { keys: [] },
    })
  })
})
