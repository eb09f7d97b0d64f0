import { limits, reasonHeader } from '@signet/contracts'
import { refuseUnstorable } from '@signet/http'
import { refuse } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'

const most = limits.approvalReasonCharacters

export function reasonOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers[reasonHeader]
  if (header === undefined) return null
  const reason = decoded(String(header)).trim()
  refuseUnstorable({ reason })
  if (reason.length > most)
    refuse('invalid_request', { detail: `${reasonHeader} has at most ${most} characters.` })
  return reason === '' ? null : reason
}

function decoded(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    return refuse('invalid_request', { detail: `${reasonHeader} is percent-encoded UTF-8.` })
  }
}
