import type { ServerResponse } from 'node:http'
import { type Executor, sql } from '@signet/db'
import type { LogoKey } from '../pages/shared/logo-path.ts'

/** First characters of the digest of `projects.logo`; null without one. */
export const logoDigest = sql`left(encode(sha256(logo), 'hex'), 16)`

interface Logo {
  readonly bytes: Buffer
  readonly type: string
}

/** Returns null for an earlier logo, so that its address never has another image. */
export async function readLogo(executor: Executor, { projectId, digest }: LogoKey): Promise<Logo | null> {
  const [row] = await executor.rows<{ readonly bytes: Buffer | null; readonly type: string | null }>(sql`
    SELECT logo AS bytes, logo_type AS type FROM projects WHERE id = ${projectId} AND ${logoDigest} = ${digest}`)
  return row?.bytes && row.type ? { bytes: row.bytes, type: row.type } : null
}

/** A browser that opens the address as a page executes nothing. */
export function sendLogo(response: ServerResponse, { bytes, type }: Logo): void {
  response.writeHead(200, {
    'content-type': type,
    'content-length': bytes.length,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  response.end(bytes)
}
