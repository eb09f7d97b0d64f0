import { settingsCatalogue } from '@signet/contracts'
import { sql } from '@signet/db'
import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toJSONSchema } from 'zod'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { codeRequest, pageOf, postForm } from '../support/journey.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'rateLimit.enabled', true)
})
afterAll(() => auth?.close())

const bounds = Object.entries(settingsCatalogue).flatMap(([name, { schema }]) => {
  const { type, minimum, maximum } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return type === 'integer' ? [Number(minimum), Number(maximum)].map((value) => ({ name, value })) : []
})

it.each(bounds)(
  'requests are answered without a fault while the setting $name is $value',
  async ({ name, value }) => {
    const before = auth.occurrences.length
    const project = await makeProject(auth)
    const client = await makeClient(auth, { projectId: project.id })
    const user = await makeUser(auth, project.id)
    await setSetting(auth, name, value)
    try {
      const read = await fetchVia(auth.address)(`${project.issuer}/.well-known/openid-configuration`)
      const token = await postForm(
        auth,
        `${project.issuer}/token`,
        { grant_type: 'client_credentials' },
        client,
      )
      const query = new URLSearchParams({ ...codeRequest, client_id: client.clientId })
      const browser = new FormBrowser(auth.address, redirectUri)
      const first = await browser.open(`${project.issuer}/auth?${query}`)
      const statuses = [read.status, token.status, pageOf(first).status]
      for (let tried = 0; tried < 3; tried += 1) {
        if (!pageOf(first).html.includes('/login')) break
        const next = await browser.submit(pageOf(first), '/login', { login: user.email, password: 'wrong' })
        if (isPage(next)) statuses.push(next.status)
      }
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect(auth.occurrences.slice(before)).toEqual([])
    } finally {
      await auth.database.run(sql`DELETE FROM settings WHERE key = ${name}`)
    }
  },
)
