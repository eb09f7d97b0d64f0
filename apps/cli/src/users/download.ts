import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Problem, ProblemError, userExportPath } from '@signet/contracts'
import { callConfirmed } from '../connection/client.ts'
import type { Session } from '../connection/session.ts'
import { fail } from '../failure.ts'

export interface Download {
  readonly projectId: string
  /** Recipient of age, for an export with hashes and seeds. */
  readonly recipient?: string | undefined
  /** The file is an archive, which also has the applications. */
  readonly applications?: true
  /** Undefined: stdout. */
  readonly out?: string | undefined
}

/**
 * Streams the file, so that its size is not bounded by the memory.
 * @returns the number of users that the project had at the start
 */
export async function downloadUsers(
  session: Session,
  { projectId, recipient, applications, out }: Download,
): Promise<number> {
  const input = {
    projectId,
    ...(recipient === undefined ? {} : { recipient }),
    ...(applications ? { applications } : {}),
  }
  const granted = await callConfirmed(await session.open(), 'project_user_export', input, session.confirming)
  const response = await fetch(`${session.origin}${userExportPath}`, {
    method: 'POST',
    redirect: 'error',
    headers: { authorization: `Bearer ${await session.token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ export: granted.export }),
  })
  if (!response.ok) throw await problemOf(response)
  if (response.body === null) return fail('The instance sent no file.')
  const file = Readable.fromWeb(response.body as unknown as ReadableStream)
  // Only the owner reads the file, which has addresses of users.
  if (out === undefined) await pipeline(file, process.stdout, { end: false })
  else await pipeline(file, createWriteStream(out, { mode: 0o600 }))
  return granted.users
}

async function problemOf(response: Response): Promise<Error> {
  const problem = Problem.safeParse(await response.json().catch(() => null))
  return problem.success
    ? new ProblemError(problem.data)
    : new Error(`The instance answered ${response.status}.`)
}
