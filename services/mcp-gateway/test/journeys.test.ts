import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConnectedAgent, connectAgent } from './support/agent.ts'
import { type Instance, startInstance } from './support/instance.ts'
import { type Answer, first, Journey } from './support/journey.ts'

/**
 * Frequent tasks of agents, as scripts of a model's calls. Each has a budget of calls and of o200k tokens for arguments and results.
 * `JOURNEYS=1` prints the figures.
 */

let instance: Instance
let agent: ConnectedAgent
beforeAll(async () => {
  instance = await startInstance()
  agent = await connectAgent(instance, 'admin:read admin:write admin:high')
})
afterAll(() => instance?.close())

async function within(
  budget: { readonly calls: number; readonly tokens: number },
  script: (journey: Journey) => Promise<unknown>,
): Promise<void> {
  const journey = new Journey(agent)
  await script(journey)
  const { calls, tokens } = journey
  if (process.env.JOURNEYS)
    console.log(`${expect.getState().currentTestName}: ${calls} calls, ${tokens} tokens`)
  expect({ calls: calls <= budget.calls, tokens: tokens <= budget.tokens, journey }).toMatchObject({
    calls: true,
    tokens: true,
  })
}

it('a customer is set up within the budget: project, application, first user with an invitation', () =>
  within({ calls: 4, tokens: 1_100 }, async (journey) => {
    const project = await journey.call('project_create', { name: 'Acme', slug: 'acme' })
    const projectId = project.id
    const client = await journey.call('client_create', {
      projectId,
      clientName: 'Acme Web',
      grantTypes: ['authorization_code', 'refresh_token'],
      redirectUris: ['https://acme.example/callback'],
      tokenEndpointAuthMethod: 'client_secret_basic',
    })
    expect(client).not.toHaveProperty('clientSecret')
    expect(client).toHaveProperty('secretReveal.url')
    const user = await journey.call('project_user_create', { projectId, email: 'ada@acme.example' })
    await journey.call('project_user_update', { projectId, userId: user.id, profile: { displayName: 'Ada' } })
  }))

it('the reason why a user cannot sign in is found within the budget', async () => {
  await instance.query(
    `UPDATE accounts SET locked_at = now(), lock_reason = 'left' WHERE email = 'ada@acme.example'`,
  )
  await within({ calls: 3, tokens: 750 }, async (journey) => {
    const { id: projectId } = first<Answer>(await journey.call('project_list', { q: 'acme' }), 'projects')
    const users = await journey.call('project_user_list', { projectId, q: 'ada@acme' })
    const { id: userId } = first<Answer>(users, 'users')
    const user = await journey.call('project_user_get', { projectId, userId })
    expect(user).toMatchObject({ signIn: { blockedBy: expect.arrayContaining(['locked']) } })
  })
})

it('the changes since yesterday are found within the budget', () =>
  within({ calls: 1, tokens: 1_100 }, async (journey) => {
    const from = new Date(Date.now() - 86_400_000).toISOString()
    const { entries } = await journey.call('audit_list', { from, pageSize: 20 })
    expect((entries as unknown[]).length).toBeGreaterThan(2)
  }))

it('the administrators who could delete a project are found within the budget', () =>
  within({ calls: 3, tokens: 650 }, async (journey) => {
    const { teamId } = first<{ teamId: string }>(
      await journey.call('project_list', { q: 'acme' }),
      'projects',
    )
    await journey.call('team_get', { teamId })
    const { administrators } = await journey.call('admin_list')
    expect(administrators).toMatchObject([{ superAdministrator: true }])
  }))

it('a leaked secret is replaced within the budget, in two calls after it is found', () =>
  within({ calls: 4, tokens: 1_000 }, async (journey) => {
    const { id: projectId } = first<Answer>(await journey.call('project_list', { q: 'acme' }), 'projects')
    const found = first<{ clientId: string }>(await journey.call('client_list', { projectId }), 'clients')
    const rotation = { projectId, clientId: found.clientId }
    const { confirmation } = await journey.call('client_secret_rotate', rotation)
    const rotated = await journey.call('client_secret_rotate', { ...rotation, confirmation })
    expect(rotated).not.toHaveProperty('clientSecret')
  }))

/** Repeats a call that an overloaded server refused. */
async function answerTo(page: number): Promise<unknown> {
  const { structuredContent, isError, content } = await agent.call('audit_list', { page, pageSize: 1 })
  if (!isError) return (structuredContent as { page: number }).page
  expect((content as { text: string }[])[0]?.text).toMatch(/^unavailable: /)
  return answerTo(page)
}

it('each of 200 concurrent calls gets its own result', async () => {
  const pages = Array.from({ length: 200 }, (_, index) => index + 1)
  expect(await Promise.all(pages.map(answerTo))).toEqual(pages)
})
