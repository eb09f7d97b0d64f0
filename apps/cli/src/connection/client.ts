import { setTimeout as pause } from 'node:timers/promises'
import {
  type AdminClient,
  type AnswerOf,
  ConfirmationRequest,
  createClient,
  type OperationName,
  type Operations,
  ProblemError,
  type RequestOf,
} from '@signet/contracts'
import { Failure, fail } from '../failure.ts'
import type { Terminal } from '../terminal.ts'
import { retrying } from './retrying.ts'

export const adminApi = (origin: string): string => `${origin}/admin/api`

export const openClient = (origin: string, token: string, note: (line: string) => void): AdminClient =>
  createClient({
    baseUrl: adminApi(origin),
    headers: { authorization: `Bearer ${token}` },
    fetch: retrying({ note }),
  })

export interface Confirming {
  readonly terminal: Terminal
  readonly yes: boolean
  readonly waitSeconds: number
}

/** Seconds between repetitions of a call that waits for its approval. */
const pollSeconds = 3

/** Confirms the call by the answer to a question, or by the approval of an administrator in the console, for which it waits. */
export async function callConfirmed<N extends OperationName>(
  client: AdminClient,
  name: N,
  input: RequestOf<Operations[N]>,
  confirming: Confirming,
): Promise<AnswerOf<Operations[N]>> {
  const end = Date.now() + confirming.waitSeconds * 1000
  let confirmation: string | undefined
  let isAnnounced = false
  for (;;) {
    try {
      return await client.call(name, input, confirmation === undefined ? {} : { confirmation })
    } catch (error) {
      const request = requestOf(error)
      if (!request) throw error
      if (request.approval && !isAnnounced) announce(request, confirming)
      isAnnounced = true
      if (request.approval) await waitForApproval(request, end)
      else await askAgent(request, confirming)
      confirmation = request.confirmation
    }
  }
}

type Requested = ReturnType<typeof ConfirmationRequest.parse>

function requestOf(error: unknown): Requested | undefined {
  if (!(error instanceof ProblemError)) return undefined
  if (!['confirmation_required', 'approval_pending'].includes(error.problem.code)) return undefined
  return ConfirmationRequest.safeParse(error.problem).data
}

function announce({ consequence, approval }: Requested, { terminal }: Confirming): void {
  terminal.note(`${consequence}`)
  terminal.note(`An administrator approves it at ${approval?.url}`)
}

async function waitForApproval({ approval }: Requested, end: number): Promise<void> {
  if (approval?.status === 'approved') return
  if (Date.now() + pollSeconds * 1000 > end)
    fail(`The call waits for an approval: ${approval?.url}. Repeat the command, or use --wait SECONDS.`)
  await pause(pollSeconds * 1000)
}

async function askAgent({ consequence }: Requested, { terminal, yes }: Confirming): Promise<void> {
  if (yes) return
  if (!(await terminal.confirm(`${consequence} Continue?`)))
    throw new Failure(`Not confirmed: ${consequence} Use --yes to confirm it.`)
}
