import { refuse } from '@signet/runtime'
import { digest, mintToken, sameDigest } from '@signet/secrets'
import type { Deps } from '../deps.ts'
import { isFirstUse } from './first-use.ts'

/**
 * An agent's proof of its key is for `POST /mcp` and spent when the gateway asks who sent the message. The gateway gets
 * a ticket for the one call it makes for that message: bound to the token, used once, and never seen by the agent.
 */
interface CallTicket {
  readonly id: string
  readonly tokenDigest: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The gateway gives up a message after 15 s. */
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

/** @throws unauthenticated for a ticket of another token, one used before, an old one, and anything that is none */
export async function redeemCallTicket(deps: Deps, token: string, sealed: string): Promise<void> {
  const ticket = open(deps, sealed)
  const holds =
    ticket !== null &&
    ticket.expiresAt > Date.now() &&
    sameDigest(ticket.tokenDigest, digest(token)) &&
    (await isFirstUse(deps, `call ticket ${ticket.id}`, 2 * ticketSeconds))
  if (!holds) refuse('unauthenticated', { detail: 'The token came with a call ticket that does not hold.' })
}

function open({ vault }: Deps, sealed: string): CallTicket | null {
  try {
    return JSON.parse(vault.open(sealed, place)) as CallTicket
  } catch {
    return null
  }
}
