import { Connection } from './connection.ts'
import { formPost, textOf } from './load.ts'
import { redirectUri, verifier } from './prepare.ts'
import { heading, line } from './report.ts'
import type { StockKind, Target } from './target.ts'

const atOnce = 10

/** Sends each single-use artifact ten times concurrently and counts the successes. */
export async function countWinners(signet: Target, rounds: number): Promise<void> {
  heading('One winner', `each sent ${atOnce} times at once, on as many connections`)
  for (const [name, kind, fields] of [
    [
      'codes',
      'AuthorizationCode',
      (code: string) => ({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    ],
    [
      'refresh tokens',
      'RefreshToken',
      (token: string) => ({ grant_type: 'refresh_token', refresh_token: token }),
    ],
  ] as const) {
    const winners = await race(signet, kind, rounds, fields)
    const once = winners.filter((count) => count === 1).length
    line(
      name,
      `${once} of ${rounds} redeemed exactly once`,
      `all; never: ${winners.filter((count) => count === 0).length}, more than once: ${winners.filter((count) => count > 1).length}`,
    )
  }
}

async function race(
  { path, host, port, authorization, stock }: Target,
  kind: StockKind,
  rounds: number,
  fields: (value: string) => Record<string, string>,
): Promise<number[]> {
  const connections = Array.from({ length: atOnce }, () => new Connection(port))
  const winners: number[] = []
  for (const value of await stock(kind, rounds)) {
    const request = textOf(formPost(`${path}/token`, host, authorization, fields(value)))
    const answers = await Promise.all(connections.map((connection) => connection.send(request)))
    const strange = answers.find(({ status }) => status !== 200 && status !== 400)
    if (strange) throw new Error(`A race returned ${strange.status}: ${strange.body}`)
    winners.push(answers.filter(({ status }) => status === 200).length)
  }
  for (const connection of connections) connection.close()
  return winners
}
