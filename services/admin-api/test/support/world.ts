import { storeMembership } from '@signet/accounts'
import type { AnswerOf, MemberRole, OperationName, Operations, Problem, RequestOf } from '@signet/contracts'
import { auditedBefore } from '@signet/db'
import { newId } from '@signet/runtime'
import { emptiedByClose, filledDatabase } from '@signet/testkit'
import { agentOf, makeAdministrator, type Person, signIn } from './people.ts'
import { type Service, serve } from './service.ts'

export { type Server, type Service, startService } from './service.ts'

export const password = 'correct horse battery staple'

/**
 * Creates a team with an owner, a member and a project, and another administrator with a team and a project. Their rows are written
 * once for all test files.
 * @param egressAllow addresses on this machine that the guarded egress may reach
 */
export async function startWorld(egressAllow: readonly string[] = []) {
  const { values: rows, ...database } = await filledDatabase('world', async (seeded) => {
    const service = await serve({ ...seeded, drop: async () => undefined })
    try {
      return await makeRows(service)
    } finally {
      await service.close()
    }
  })
  const service = await serve(database, egressAllow)
  return emptiedByClose({
    ...service,
    ...rows,
    ...callersOf(service),
    /** Creates another session, for tests that end one. */
    signIn: (person: Person) => signIn(service, person.accountId),
    agent: (person: Person, scopes: readonly string[]) => agentOf(service, person.accountId, scopes),
  })
}

export type World = Awaited<ReturnType<typeof startWorld>>

async function makeRows(service: Service) {
  const root: Person = { accountId: await setUp(service), headers: {} }
  const [owner, member, support, viewer, stranger] = await Promise.all(
    ['owner', 'member', 'support', 'viewer', 'stranger'].map((name) =>
      makeAdministrator(service, `${name}@example.com`),
    ),
  )
  if (!owner || !member || !support || !viewer || !stranger) throw new Error('Administrators are missing.')
  const team = await makeTeam(service, 'Acme', [
    [owner.accountId, 'owner'],
    [member.accountId, 'member'],
    [support.accountId, 'support'],
    [viewer.accountId, 'viewer'],
  ])
  const strangersTeam = await makeTeam(service, 'Foreign', [[stranger.accountId, 'owner']])
  const { ok } = callersOf(service)
  const [mine, foreign] = await Promise.all([
    ok(owner, 'project_create', { name: 'Acme Store', slug: 'acme', teamId: team }),
    ok(stranger, 'project_create', { name: 'Foreign', slug: 'foreign', teamId: strangersTeam }),
  ])
  return {
    people: {
      anonymous: { accountId: '', headers: {} },
      stranger,
      viewer,
      support,
      member,
      owner,
      super: await signIn(service, root.accountId),
    } satisfies Record<string, Person>,
    team,
    strangersTeam,
    project: mine.id,
    foreignProject: foreign.id,
  }
}

function callersOf(service: Service) {
  return {
    async ok<N extends OperationName>(
      person: Person,
      name: N,
      input: RequestOf<Operations[N]>,
    ): Promise<AnswerOf<Operations[N]>> {
      const reply = await service.call(person, name, input)
      if (reply.status >= 300) throw new Error(`${name} answered ${reply.status}: ${reply.text}`)
      return reply.body as AnswerOf<Operations[N]>
    },
    async refused<N extends OperationName>(
      person: Person,
      name: N,
      input: Readonly<Record<string, unknown>>,
    ): Promise<Problem> {
      const reply = await service.call(person, name, input)
      if (reply.status < 400) throw new Error(`${name} answered ${reply.status}: ${reply.text}`)
      return reply.body as Problem
    },
  }
}

async function setUp(service: Service): Promise<string> {
  const nobody = { accountId: '', headers: {} }
  const reply = await service.call(nobody, 'setup', { email: 'root@example.com', password })
  if (reply.status !== 201) throw new Error(`setup answered ${reply.text}`)
  return (reply.body as AnswerOf<Operations['setup']>).id
}

export async function makeTeam(
  { prisma, database }: Service,
  name: string,
  members: readonly (readonly [accountId: string, role: MemberRole])[],
): Promise<string> {
  const { id } = await prisma.team.create({
    data: { id: newId('team'), name, kind: 'regular' },
  })
  for (const [accountId, role] of members)
    await storeMembership(auditedBefore(database), { teamId: id, accountId, role })
  return id
}
