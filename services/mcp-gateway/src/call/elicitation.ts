import {
  type CallToolRequestParams,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { confirmationField } from '@signet/contracts'

/** The approval a client comes back for: it is bound to the call, so whoever sends another finds it good for nothing. */
function cameBackFor({ mcpReq }: ServerContext): string | undefined {
  const state: unknown = mcpReq.requestState()
  return typeof state === 'string' && state !== '' ? state : undefined
}

/** The arguments of a call; one that comes back from a page carries the approval beside them. */
export function argumentsOf(
  { arguments: args }: CallToolRequestParams,
  context: ServerContext,
): Record<string, unknown> {
  const approval = cameBackFor(context)
  return { ...args, ...(approval === undefined ? {} : { [confirmationField]: approval }) }
}

/**
 * A client that opens pages for its user is sent to where the administrator decides; every other one reads the link in
 * the result, and so does one that has come back already.
 */
export function orElicit(context: ServerContext, result: CallToolResult) {
  const approval = pendingOf(result)
  if (!approval || cameBackFor(context) !== undefined || !opensPages(context)) return result
  const message = 'An administrator decides in the console whether this call may be made.'
  return inputRequired({
    inputRequests: { approval: inputRequired.elicitUrl({ url: approval.url, message }) },
    requestState: approval.id,
  })
}

interface Pending {
  readonly id: string
  readonly url: string
}

function pendingOf({ structuredContent = {} }: CallToolResult): Pending | null {
  const { confirmation: id, approval } = structuredContent as Readonly<Record<string, unknown>>
  const { status, url } = Object(approval) as { status?: unknown; url?: unknown }
  return status === 'pending' && typeof id === 'string' && typeof url === 'string' ? { id, url } : null
}

/** Said with every request of the revision of 2026-07-28; those of 2025 say it once, to a session that we keep none of. */
function opensPages({ mcpReq: { envelope = {} } }: ServerContext): boolean {
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities } = envelope as Readonly<
    Record<string, ClientCapabilities>
  >
  return capabilities?.elicitation?.url !== undefined
}
