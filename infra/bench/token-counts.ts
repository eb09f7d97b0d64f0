import { countStatements, logStatements } from './counts.ts'
import { inTurn, plainGet } from './load.ts'
import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import { signInTimes } from './sign-ins.ts'
import type { BenchStack } from './stack.ts'
import { type Figure, figures, type Target } from './target.ts'

const requests = 50
const people = 20

const documents: readonly Figure[] = ['/.well-known/openid-configuration', '/jwks'].map((document) => ({
  name: document,
  aim: 0.8,
  roundTrips: 1,
  limit: '',
  load: async ({ path, host }) => {
    const shot = plainGet(`${path}${document}`, host)
    return { clients: [{ next: () => shot }] }
  },
}))

export async function countRoundTrips(
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: Target,
): Promise<void> {
  heading(
    'Counts per request',
    'one request after the other, so that none shares a statement with another; statements the authorization server sent',
  )
  await logStatements(stack.sql, true)
  for (const { name, load, roundTrips: most } of [...figures, ...documents]) {
    const { clients, before } = await load(signet, 1)
    const [client] = clients
    if (!client) continue
    await before?.(requests + 3)
    await inTurn(signet.port, client, 3)
    const { roundTrips, commits } = await countStatements(
      stack.sql,
      stack.databaseLog,
      'auth',
      requests,
      () => inTurn(signet.port, client, requests),
    )
    line(name, `${roundTrips.toFixed(2)} round trips, ${commits.toFixed(2)} commits`, `at most ${most}`)
  }
  const signIn = await countStatements(stack.sql, stack.databaseLog, 'auth', people, () =>
    signInTimes(stack, prepared, people),
  )
  line(
    'password sign-in, page to tokens',
    `${signIn.roundTrips.toFixed(2)} round trips, ${signIn.commits.toFixed(2)} commits`,
    'at most 18',
  )
  await logStatements(stack.sql, false)
}
