import { cx } from '../ui/cx.ts'

/** Hosts by which a browser reaches its own machine (RFC 6761 6.3). */
const isOwnMachine = /^(localhost|127\.|\[::1\])|\.localhost$/.test(location.hostname)

/**
 * One color along the top for a trial on one's own machine, another for a server that people rely on; the host stands
 * beside the name of the product.
 */
export const HostStripe = () => (
  <div aria-hidden className={cx('sticky top-0 z-30 h-1', isOwnMachine ? 'bg-edge' : 'bg-accent')} />
)
