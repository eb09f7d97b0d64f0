import { isIP } from 'node:net'
import type { Settings } from '@signet/contracts'
import { networkOf } from './client-address.ts'

export type OriginLevel = Settings['errorStore.originCaptureLevel']

/** Call before the address leaves the process. An invalid forwarded entry is omitted. */
export function originAt(level: OriginLevel, address: string | null): string | null {
  if (level === 'omitted' || address === null || isIP(address) === 0) return null
  return level === 'full' ? address : networkOf(address)
}
