import type { AnswerOf, Operations } from '@signet/contracts'
import { callConfirmed } from '../connection/client.ts'
import type { Session } from '../connection/session.ts'
import { fail } from '../failure.ts'

export type Move = AnswerOf<Operations['project_move_get']>

export interface Side {
  readonly session: Session
  readonly projectId: string
}

export interface Sides {
  readonly from: Side
  readonly to: Side
}

export const readMove = async ({ session, projectId }: Side): Promise<Move> =>
  (await (await session.open()).call('project_move_get', { projectId })) as Move

export const issuerIn = ({ own: { issuer } }: Move, { projectId }: Side): string =>
  issuer ?? fail(`${projectId} has no address. Give it one first.`)

interface Change {
  readonly keysUntil?: string
  readonly finished?: boolean
}

export async function setMove(
  { session, projectId }: Side,
  other: Move,
  issuer: string,
  change: Change,
): Promise<Move> {
  const keys = { keys: other.own.keys.map((key) => ({ ...key })) }
  // The command has asked about the move as a whole.
  const confirming = { ...session.confirming, yes: true }
  const input = { projectId, issuer, keys, ...change }
  return (await callConfirmed(await session.open(), 'project_move_set', input, confirming)) as Move
}
