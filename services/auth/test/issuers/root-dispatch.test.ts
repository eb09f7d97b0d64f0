import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { sql } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RootDispatch } from '../../src/issuers/root.ts'
import { type Auth, rootProjects, startAuth } from '../support/harness.ts'

let auth: Auth
let ids: Awaited<ReturnType<typeof rootProjects>>
beforeAll(async () => {
  auth = await startAuth()
  ids = await rootProjects(auth)
  await auth.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
    VALUES (${ids.administratorsId}, 'corp', 'Corp', 'https://corp.example', 'console', 0)`)
})
afterAll(() => auth?.close())

const tokenFor = (aud: string) => `e30.${Buffer.from(JSON.stringify({ aud })).toString('base64url')}.x`

it('a logout token at the root belongs to the project whose provider has the client, or else to the default project', async () => {
  const projects = { defaultProjectId: ids.defaultId, administratorsProjectId: ids.administratorsId }
  const dispatch = new RootDispatch(acrossProjects(auth.database), projects, auth.baseUrl)
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'POST' })
  const url = new URL('/federation/corp/backchannel-logout', auth.baseUrl)
  const projectFor = (aud: string) =>
    dispatch.projectOf(request, url, new URLSearchParams({ logout_token: tokenFor(aud) }))
  expect(await projectFor('console')).toBe(ids.administratorsId)
  expect(await projectFor('another')).toBe(ids.defaultId)
})

it('the key set of a provider at the root belongs to the project with this provider', async () => {
  const projects = { defaultProjectId: ids.defaultId, administratorsProjectId: ids.administratorsId }
  const dispatch = new RootDispatch(acrossProjects(auth.database), projects, auth.baseUrl)
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' })
  const projectFor = (id: string) =>
    dispatch.projectOf(request, new URL(`/federation/${id}/jwks`, auth.baseUrl), null)
  expect(await projectFor('corp')).toBe(ids.administratorsId)
  expect(await projectFor('another')).toBe(ids.defaultId)
})
