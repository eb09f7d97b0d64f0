import { Connection } from './connection.ts'
import { formPost, textOf } from './load.ts'
import { redirectUri, verifier } from './prepare.ts'
import { heading, line } from './report.ts'
import type { StockKind, Target } from './target.ts'

const atOnce = 10

/**
 * Sends each single-use artifact ten times concurrently and counts the different tokens that it yields. Within the reuse window, a
 * repeated refresh token returns the successor of its first use, which is no second redemption.
 */
export async function countWinners(signet: Target, rounds: number): Promise<void> {
  heading('One winner', `each sent ${atOnce} times at once, on as many connections`)
  for (const [name, kind, yielded, fields] of [
    [
      'codes',
      'AuthorizationCode',
      'access_token',
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
      'refresh_token',
      (token: string) => ({ grant_type: 'refresh_token', refresh_token: token }),
    ],
  ] as const) {
    const winners = await race(signet, kind, rounds, yielded, fields)
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
  yielded: 'access_token' | 'refresh_token',
  fields: (value: string) => Record<string, string>,
): Promise<number[]> {
  const connections = Array.from({ length: atOnce }, () => new Connection(port))
  const winners: number[] = []
  for (const value of await stock(kind, rounds)) {
    const request = textOf(formPost(`${path}/token`, host, authorization, fields(value)))
    const answers = await Promise.all(connections.map((connection) => connection.send(request)))
    const strange = answers.find(({ status }) => status !== 200 && status !== 400)
    if (strange) throw new Error(`A race returned ${strange.status}: ${strange.body}`)
    const tokens = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => (JSON.parse(body) as Record<typeof yielded, string>)[yielded])
    winners.push(new Set(tokens).size)
  }
  for (const connection of connections) connection.close()
  return winners
}
