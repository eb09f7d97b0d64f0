import { sql } from '@signet/db'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUser, setSetting } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'
import { everyScope, type ForAgents, startForAgents } from './connecting.ts'
import { type MachineKey, machineKey, machineToken, permitMachine } from './machines.ts'

let instance: ForAgents
let key: MachineKey
beforeAll(async () => {
  instance = await startForAgents()
  key = await machineKey()
})
afterAll(() => instance?.auth.close())

const permit = (machine = {}) => permitMachine(instance, { jwks: key.jwks, ...machine })

describe('machine with a key:', () => {
  it('the machine receives a token of its administrator for at most 15 minutes, without a refresh token', async () => {
    const clientId = await permit()
    const { status, body } = await machineToken(instance, clientId, key)
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 900])
    expect(body).not.toHaveProperty('refresh_token')
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      aud: instance.resource,
      client_id: clientId,
      sub: instance.administrator.id,
      scope: everyScope,
      gid: expect.stringMatching(/^gra_/),
    })
  })

  it('the machine receives the requested scopes that are permitted, and no others', async () => {
    const clientId = await permit({ scopes: ['admin:read', 'admin:write'] })
    const scopeOf = async (scope?: string) => {
      const { body } = await machineToken(instance, clientId, key, scope ? { scope } : {})
      return body.error ?? decodeJwt(String(body.access_token)).scope
    }
    expect(await scopeOf()).toBe('admin:read admin:write')
    expect(await scopeOf('admin:read')).toBe('admin:read')
    expect(await scopeOf('admin:read admin:high')).toBe('admin:read')
    expect(await scopeOf('admin:high')).toBe('invalid_scope')
  })

  it('a token does not outlive the permission of the machine', async () => {
    const { body } = await machineToken(instance, await permit({ expiresIn: 60 }), key)
    expect(body.expires_in).toBeLessThanOrEqual(60)
    expect((await machineToken(instance, await permit({ expiresIn: -1 }), key)).body.error).toBe(
      'invalid_target',
    )
  })

  it('the machine receives tokens while the agent endpoint is disabled', async () => {
    const clientId = await permit()
    await setSetting(instance.auth, 'mcp.enabled', false)
    expect((await machineToken(instance, clientId, key)).status).toBe(200)
    await setSetting(instance.auth, 'mcp.enabled', true)
  })

  it.each<[string, (accountId: string) => Promise<unknown>, string]>([
    [
      'is deactivated',
      (id) => instance.auth.database.run(sql`UPDATE accounts SET active = false WHERE id = ${id}`),
      'invalid_grant',
    ],
    [
      'was signed out everywhere',
      (id) => instance.auth.database.run(sql`DELETE FROM oidc_grants WHERE account_id = ${id}`),
      'invalid_grant',
    ],
  ])('no token is issued once the administrator %s', async (_state, take, error) => {
    const { id } = await makeUser(instance.auth, instance.administratorsId)
    const clientId = await permit({ actsFor: id })
    expect((await machineToken(instance, clientId, key)).status).toBe(200)
    await take(id)
    expect((await machineToken(instance, clientId, key)).body.error).toBe(error)
  })

  it('no token is issued without the key, with another key or for another resource', async () => {
    const clientId = await permit()
    const body = { grant_type: 'client_credentials', resource: instance.resource }
    const token = `${instance.auth.baseUrl}/token`
    expect((await postForm(instance.auth, token, body, { clientId })).body.error).toBe('invalid_client')
    const other = await machineKey()
    expect((await machineToken(instance, clientId, other)).body.error).toBe('invalid_client')
    const elsewhere = { resource: `${instance.auth.baseUrl}/other` }
    expect((await machineToken(instance, clientId, key, elsewhere)).body.error).toBe('invalid_target')
  })

  it('no token is issued without a DPoP proof when the machine requires one', async () => {
    const clientId = await permit({ keyProof: 'dpop' })
    expect((await machineToken(instance, clientId, key)).body.error).toBe('invalid_target')
  })

  it('a machine without a permission receives no token', async () => {
    const clientId = await permit()
    await instance.auth.database.run(sql`DELETE FROM agent_clients WHERE client_id = ${clientId}`)
    expect((await machineToken(instance, clientId, key)).status).not.toBe(200)
  })
})
