import { isIPv6 } from 'node:net'
import { count, networkOf } from '@signet/runtime'

interface Window {
  startedAt: number
  count: number
}

interface Allowance {
  readonly max: number
  readonly windowSeconds: number
}

/**
 * Fixed windows per client address (IPv6 by /64), in this process. When `maxTracked` origins are counted, further origins share one
 * overflow window. A counter is never evicted, because a flood of addresses could otherwise reset it.
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** @returns 0 when the request is allowed, otherwise the seconds to wait */
  take(className: string, address: string, { max, windowSeconds }: Allowance, maxTracked: number): number {
    const now = this.#now()
    const window = this.#window(`${className} ${originOf(address)}`, now, windowSeconds * 1000, maxTracked)
    window.count += 1
    if (window.count <= max) return 0
    // The class of applications is followed by a number.
    count('signet_throttled_total', { limit: className.split(' ')[0] ?? className })
    return secondsLeft(window, windowSeconds, now)
  }

  /** Used for requests that turned out to need no limit. */
  giveBack(className: string, address: string, requests: number): void {
    const window = this.#windows.get(`${className} ${originOf(address)}`)
    if (window) window.count = Math.max(0, window.count - requests)
  }

  /** Seconds until the allowance is restored, or 0 while some of it is left; counts nothing. */
  wait(className: string, address: string, { max, windowSeconds }: Allowance, maxTracked: number): number {
    const now = this.#now()
    const own = this.#windows.get(`${className} ${originOf(address)}`)
    const window = own ?? (this.#windows.size >= maxTracked ? this.#windows.get('overflow') : undefined)
    if (!window || window.count < max || now - window.startedAt >= windowSeconds * 1000) return 0
    return secondsLeft(window, windowSeconds, now)
  }

  #window(key: string, now: number, lengthMs: number, maxTracked: number): Window {
    const running = this.#windows.get(key)
    if (running && now - running.startedAt < lengthMs) return running
    if (!running && this.#windows.size >= maxTracked) this.#sweep(now, lengthMs)
    const tracked = running || this.#windows.size < maxTracked ? key : 'overflow'
    const shared = tracked === 'overflow' ? this.#windows.get(tracked) : undefined
    if (shared && now - shared.startedAt < lengthMs) return shared
    const fresh = { startedAt: now, count: 0 }
    this.#windows.set(tracked, fresh)
    return fresh
  }

  #sweep(now: number, lengthMs: number): void {
    for (const [key, window] of this.#windows)
      if (now - window.startedAt >= lengthMs) this.#windows.delete(key)
  }
}

const secondsLeft = ({ startedAt }: Window, windowSeconds: number, now: number): number =>
  Math.max(1, Math.ceil((startedAt + windowSeconds * 1000 - now) / 1000))

/** Returns the /64 network of an IPv6 address, which a holder has at least. */
export const originOf = (address: string): string =>
  isIPv6(address) && !address.startsWith('::ffff:') ? networkOf(address) : address
