import { sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { bumpProject } from '@signet/tenancy'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, storeClient } from '../support/clients.ts'
import { connect, type ForAgents, startForAgents } from './connecting.ts'

let instance: ForAgents
beforeAll(async () => {
  instance = await startForAgents()
})
afterAll(() => instance?.auth.close())

const list = JSON.stringify([
  { claim: 'role', source: 'fixed', value: 'super', in: ['id_token', 'access_token', 'userinfo'] },
])

describe("declared claims in the administrators' project:", () => {
  it('PostgreSQL rejects them for the project', async () => {
    const { auth, administratorsId } = instance
    const update = sql`UPDATE projects SET declared_claims = ${list}::jsonb WHERE id = ${administratorsId}`
    await expect(auth.database.run(update)).rejects.toThrow('projects_declared_claims')
  })

  it('tokens of administrators and of agents have none, also when an application has a list', async () => {
    const { auth, administratorsId, administrator } = instance
    const client = await storeClient(auth, administratorsId)
    await auth.database.transaction(async (tx) => {
      await tx.run(
        sql`UPDATE clients SET declared_claims = ${list}::jsonb WHERE project_id = ${administratorsId}`,
      )
      await bumpProject(tx, administratorsId)
    })
    const { tokens } = await codeFlow(auth, { issuer: auth.baseUrl, ...client }, administrator.email)
    const redirectUri = 'http://127.0.0.1:4711/callback'
    const agent = await connect(instance, { clientId: AGENT_CLIENT_ID, redirectUri })
    for (const token of [tokens.id_token, agent.access_token])
      expect(decodeJwt(String(token))).not.toHaveProperty('role')
  })
})
