import { type OperationName, operations, type Problem, placementOf, previewOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { addProvider } from './support/attempts.ts'
import { certifiedProvider, linkedUser } from './support/directories.ts'
import { samples } from './support/samples.ts'
import { unique } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'
import { markWrites } from './support/writes.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const previewed = operationNames.filter((name) => previewOf(operations[name]))

/** Makes a change of federation, a stricter sign-in rule, or a setting that removes a sign-in method. */
async function needsConfirmation(name: OperationName): Promise<Record<string, unknown>> {
  if (name === 'project_update') return { projectId: world.project, totpRequired: true }
  if (name === 'settings_update') {
    const { userId } = await linkedUser({ world, projectId: world.project })
    await world.database.run(sql`UPDATE accounts SET password_hash = NULL WHERE id = ${userId}`)
    return { 'federation.enabled': false }
  }
  if (!name.startsWith('federation_provider_')) return { ...(await samples[name]?.(place(world.project))) }
  const projectId = world.administratorsProject
  if (name === 'federation_provider_create') return { ...(await samples[name]?.(place(projectId))) }
  if (name === 'federation_provider_certificate_renew')
    return { ...(await certifiedProvider({ world, projectId })) }
  const providerId = await addProvider(world, projectId)
  await addProvider(world, projectId)
  await world.database.run(sql`UPDATE identity_providers SET position = 0 WHERE id = ${providerId}`)
  const fields = {
    federation_provider_update: { displayName: unique('x') },
    federation_provider_move: { direction: 'down' },
  }
  return { projectId, providerId, ...fields[name as keyof typeof fields] }
}
const place = (projectId: string) => ({ world, projectId, teamId: world.team })

test.each(previewed)(
  'the operation %s without confirm true returns a preview and changes nothing',
  async (name) => {
    const { confirm: _confirm, ...input } = await needsConfirmation(name)
    for (const fields of [{}, { confirm: false }]) {
      const since = await markWrites(world.database)
      const { status, body, text } = await world.call(world.people.super, name, { ...input, ...fields })
      expect((body as { consequences?: string[] }).consequences, text).toEqual(
        expect.arrayContaining([expect.any(String)]),
      )
      if (status >= 400) expect([status, (body as Problem).code]).toEqual([409, 'preview_required'])
      else expect(status).toBe(200)
      expect((await since()).tables).toEqual([])
    }
    expect(placementOf(operations[name]).method).not.toBe('GET')
  },
)

test.each(previewed)(
  'the operation %s with the preference of strict handling refuses the preview, and answers 2xx only with the change',
  async (name) => {
    const { confirm: _confirm, ...input } = await needsConfirmation(name)
    const strict = {
      ...world.people.super,
      headers: { ...world.people.super.headers, prefer: 'handling=strict' },
    }
    const since = await markWrites(world.database)
    const refused = await world.call(strict, name, input)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'preview_required', consequences: expect.arrayContaining([expect.any(String)]) },
    ])
    expect(refused.headers['preference-applied']).toBe('handling=strict')
    expect((await since()).tables).toEqual([])
    const { expect: counted } = refused.body as { expect?: unknown }
    const made = await world.call(strict, name, {
      ...input,
      confirm: true,
      ...(counted ? { expect: counted } : {}),
    })
    expect(made.status, made.text).toBeLessThan(300)
    expect((await since()).tables.length).toBeGreaterThan(0)
  },
)
