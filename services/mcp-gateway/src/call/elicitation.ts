import {
  type CallToolRequestParams,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { confirmationField } from '@signet/contracts'

/** The approval of a client that continues after an elicitation is bound to the call, so it is invalid for another one. */
function continuedApproval({ mcpReq }: ServerContext): string | undefined {
  const state: unknown = mcpReq.requestState()
  return typeof state === 'string' && state !== '' ? state : undefined
}

/** Adds the approval of a client that continues. */
export function readArguments(
  { arguments: args }: CallToolRequestParams,
  context: ServerContext,
): Record<string, unknown> {
  const approval = continuedApproval(context)
  return { ...args, ...(approval === undefined ? {} : { [confirmationField]: approval }) }
}

/**
 * Sends a client that can open pages to the page of the approval. Other clients, and a client that continues, get the link in the
 * result.
 */
export function orElicit(context: ServerContext, result: CallToolResult) {
  const approval = findPendingApproval(result)
  if (!approval || continuedApproval(context) !== undefined || !opensPages(context)) return result
  const message = 'An administrator decides in the console whether this call may be made.'
  return inputRequired({
    inputRequests: { approval: inputRequired.elicitUrl({ url: approval.url, message }) },
    requestState: approval.id,
  })
}

interface PendingApproval {
  readonly id: string
  readonly url: string
}

function findPendingApproval({ structuredContent = {} }: CallToolResult): PendingApproval | null {
  const { confirmation: id, approval } = structuredContent as Readonly<Record<string, unknown>>
  const { status, url } = Object(approval) as { status?: unknown; url?: unknown }
  return status === 'pending' && typeof id === 'string' && typeof url === 'string' ? { id, url } : null
}

/** Requests of the revision of 2026-07-28 contain this capability; those of 2025 send it once for a session, which is not stored. */
function opensPages({ mcpReq: { envelope = {} } }: ServerContext): boolean {
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities } = envelope as Readonly<
    Record<string, ClientCapabilities>
  >
  return capabilities?.elicitation?.url !== undefined
}
