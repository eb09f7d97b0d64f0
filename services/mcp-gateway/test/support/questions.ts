import { expect } from 'vitest'
import type { Journey } from './journey.ts'

export interface Question {
  readonly question: string
  readonly calls: number
  /** Limit of o200k tokens for arguments and text results. */
  readonly tokens: number
  readonly answer: (journey: Journey) => Promise<unknown>
  readonly expected: unknown
}

interface Found {
  readonly kind: string
  readonly id: string
  readonly project?: { readonly id: string }
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

async function find(journey: Journey, kind: string, q: string): Promise<{ id: string; projectId: string }> {
  const results = (await journey.call('search', { q })).results as Found[]
  const found = results.find((result) => result.kind === kind)
  if (!found) throw new Error(`The search for ${q} found no ${kind}.`)
  return { id: found.id, projectId: found.project?.id ?? found.id }
}

const about =
  (
    kind: string,
    q: string,
    tool: string,
    field: string,
    more: () => Readonly<Record<string, unknown>> = () => ({}),
  ) =>
  async (journey: Journey): Promise<unknown> => {
    const { id, projectId } = await find(journey, kind, q)
    return journey.call(tool, { projectId, [field]: id, ...more() })
  }

const ofAcme = (tool: string, more: () => Readonly<Record<string, unknown>> = () => ({})) =>
  about('project', 'Acme', tool, 'projectId', more)

export const questions: readonly Question[] = [
  {
    question: 'Why can anna@acme.example not sign in?',
    calls: 2,
    tokens: 350,
    answer: about('user', 'anna@acme.example', 'project_user_get', 'userId'),
    expected: {
      signIn: { blockedBy: ['locked', 'no_password'] },
      lockedLocally: { reason: 'Lost phone', byEmail: 'root@example.com' },
    },
  },
  {
    question: 'Who changed the redirect address of Shop since yesterday?',
    calls: 2,
    tokens: 380,
    async answer(journey) {
      const { id: targetId } = await find(journey, 'application', 'Shop')
      return journey.call('audit_list', { targetId, action: 'client.update', from: daysAgo(1) })
    },
    expected: {
      entries: [
        { actorName: 'root@example.com', detail: { redirectUris: { to: ['https://shop.example/new'] } } },
      ],
    },
  },
  {
    question: 'Does the directory of Acme still use its old secret, and until when does it work?',
    calls: 2,
    tokens: 480,
    answer: about('connection', 'Acme directory', 'provisioning_connection_get', 'connectionId'),
    expected: { credentials: [{ previous: { stillUsedByDirectory: false } }] },
  },
  {
    question: 'Which users of Acme have not signed in for 90 days?',
    calls: 2,
    tokens: 850,
    answer: ofAcme('project_user_list', () => ({ inactiveSince: daysAgo(90) })),
    expected: { users: Array(5).fill({ lastActiveOn: daysAgo(120) }), totalResults: 5 },
  },
  {
    question: 'Is the directory of Acme silent, and since when?',
    calls: 2,
    tokens: 570,
    answer: ofAcme('provisioning_connection_list'),
    expected: { connections: [{ lastRequestAt: '2026-11-20T03:04:05.000Z' }] },
  },
  {
    question: 'What did the agent signet-agent change in Acme this week?',
    calls: 2,
    tokens: 2_700,
    async answer(journey) {
      const { id: project } = await find(journey, 'project', 'Acme')
      return journey.call('audit_list', {
        viaClientId: 'signet-agent',
        project,
        from: daysAgo(7),
        pageSize: 10,
      })
    },
    expected: { entries: Array(10).fill({ clientId: 'signet-agent' }) },
  },
  {
    question: 'Which users of Acme are locked?',
    calls: 2,
    tokens: 460,
    answer: ofAcme('project_user_list', () => ({ status: 'locked' })),
    expected: { users: [{ email: 'anna@acme.example' }], totalResults: 1 },
  },
  {
    question: 'What does the error with the reference err_1 mean?',
    calls: 1,
    tokens: 170,
    answer: (journey) => journey.call('error_by_reference', { reference: 'err_1' }),
    expected: { fault: { message: 'connect ECONNREFUSED' } },
  },
  {
    question: 'Who administers the project Acme?',
    calls: 2,
    tokens: 520,
    async answer(journey) {
      const [project] = (await journey.call('project_list', { q: 'Acme' })).projects as { teamId: string }[]
      return journey.call('team_get', { teamId: project?.teamId })
    },
    expected: { name: 'Acme', members: [{ email: 'root@example.com', role: 'owner' }] },
  },
  {
    question: 'Which users are editors?',
    calls: 2,
    tokens: 200,
    answer: about('group', 'Editors', 'project_group_member_list', 'groupId'),
    expected: { members: [{ email: 'bob@acme.example' }] },
  },
  {
    question: 'Which administrators have no second factor?',
    calls: 1,
    tokens: 115,
    answer: (journey) => journey.call('admin_sign_in_readiness_get'),
    expected: { withoutSecondFactor: [{ email: 'root@example.com' }] },
  },
  {
    question: 'Does Acme require a second factor, and may users register?',
    calls: 1,
    tokens: 320,
    answer: (journey) => journey.call('project_list', { q: 'Acme' }),
    expected: { projects: [{ totpRequired: false, registrationOpen: false }] },
  },
  {
    question: 'Did the invitation to bob@acme.example arrive?',
    calls: 2,
    tokens: 380,
    answer: about('user', 'bob@acme.example', 'project_user_get', 'userId'),
    expected: { messages: [{ purpose: 'invitation', state: 'failed', reason: 'refused' }] },
  },
  {
    question: 'Which key signs the tokens of Acme, and since when?',
    calls: 2,
    tokens: 560,
    answer: ofAcme('project_key_list'),
    expected: { keys: Array(3).fill({ state: 'signing', signingSince: expect.stringContaining('T') }) },
  },
  {
    question: 'Which identity providers does Acme have, and when do their secrets end?',
    calls: 2,
    tokens: 810,
    answer: ofAcme('federation_provider_list'),
    expected: { providers: [{ displayName: 'Acme Login', secretExpiresOn: '2027-01-31' }] },
  },
  {
    question: 'Which scopes does the API Orders have?',
    calls: 2,
    tokens: 235,
    answer: about('api', 'Orders', 'resource_get', 'resourceId'),
    expected: { scopes: ['orders.read', 'orders.write'] },
  },
  {
    question: 'Which applications in all projects are called Portal 1 or similar?',
    calls: 1,
    tokens: 380,
    answer: (journey) => journey.call('search', { q: 'Portal 1' }),
    expected: {
      results: [1, 10, 11, 12, 13].map((index) => ({
        name: `Portal ${index}`,
        project: { name: `Tenant ${index}` },
      })),
    },
  },
  {
    question: 'Who deleted the application Legacy?',
    calls: 2,
    tokens: 590,
    async answer(journey) {
      const { id: project } = await find(journey, 'project', 'Acme')
      return journey.call('audit_list', { project, action: 'client.delete' })
    },
    expected: { entries: [{ actorName: 'root@example.com', detail: { clientName: 'Legacy' } }] },
  },
]
