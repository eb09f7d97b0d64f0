import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDirectory } from '../directory.ts'
import { type Form, makeConnection, type Scim, startScim } from '../support.ts'
import { entra } from './entra.ts'
import { type Exchange, play } from './exchange.ts'
import { okta } from './okta.ts'
import { aggregators, google, jumpCloud, oneLogin } from './others.ts'

let scim: Scim
beforeAll(async () => {
  scim = await startScim()
})
afterAll(() => scim?.close())

const dialects: Readonly<Record<string, readonly Exchange[]>> = {
  'Microsoft Entra ID': entra,
  Okta: okta,
  OneLogin: oneLogin,
  JumpCloud: jumpCloud,
  'Google Workspace': google,
  'Ping Identity and SailPoint': aggregators,
}
const forms: readonly Form[] = ['path', 'subdomain', 'host']

it.each(Object.keys(dialects).flatMap((name) => forms.map((form) => [name, form] as const)))(
  'the requests of %s succeed at the %s address of a project',
  async (name, form) => {
    await play(await startDirectory(scim, await makeConnection(scim, form)), dialects[name] ?? [])
    expect(scim.occurrences).toEqual([])
  },
)
