import { hkdfSync } from 'node:crypto'
import { secretKeys } from './vault.ts'

/**
 * One 32-byte value per secret key, in order, for a purpose such as signing cookies: equal on all replicas, and rotated with
 * SIGNET_SECRET_KEYS (the first signs, all are accepted).
 */
export const deriveKeys = (env: string, purpose: string): string[] =>
  secretKeys(env).map(({ key }) =>
    Buffer.from(hkdfSync('sha256', key, '', `signet ${purpose}`, 32)).toString('base64url'),
  )
