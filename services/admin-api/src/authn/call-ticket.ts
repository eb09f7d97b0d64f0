import { refuse } from '@signet/runtime'
import { digest, mintToken, sameDigest } from '@signet/secrets'
import type { Deps } from '../deps.ts'
import { isFirstUse } from './first-use.ts'

/**
 * The gateway spends an agent's proof when it authenticates a message, and receives this ticket for the one call of that message: bound
 * to the token, valid once, and never sent to the agent.
 */
interface CallTicket {
  readonly id: string
  readonly tokenDigest: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The gateway ends a message after 15 s. */
const ticketSeconds = 15

const place = { table: 'headers', row: 'agent', column: 'call_ticket' }

export function issueCallTicket({ vault }: Deps, token: string): string {
  const ticket: CallTicket = {
    id: mintToken(),
    tokenDigest: digest(token),
    expiresAt: Date.now() + ticketSeconds * 1000,
  }
  return vault.seal(JSON.stringify(ticket), place)
}

/** @throws unauthenticated for a ticket that is malformed, expired, used, or of another token */
export async function redeemCallTicket(deps: Deps, token: string, sealed: string): Promise<void> {
  const ticket = openTicket(deps, sealed)
  const holds =
    ticket !== null &&
    ticket.expiresAt > Date.now() &&
    sameDigest(ticket.tokenDigest, digest(token)) &&
    (await isFirstUse(deps, `call ticket ${ticket.id}`, 2 * ticketSeconds))
  if (!holds) refuse('unauthenticated', { detail: 'The token came with a call ticket that does not hold.' })
}

function openTicket({ vault }: Deps, sealed: string): CallTicket | null {
  try {
    return JSON.parse(vault.open(sealed, place)) as CallTicket
  } catch {
    return null
  }
}
