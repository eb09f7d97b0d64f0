import { isIP } from 'node:net'
import { networkOf } from './client-address.ts'
import type { OriginLevel } from './faults.ts'

/** What of a caller's address leaves the process. A forwarded entry that is no address is nobody's and is left out. */
export function originAt(level: OriginLevel, address: string | null): string | null {
  if (level === 'omitted' || address === null || isIP(address) === 0) return null
  return level === 'full' ? address : networkOf(address)
}
