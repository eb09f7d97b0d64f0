import { cx } from '../ui/cx.ts'

/** RFC 6761 6.3. */
const isOwnMachine = /^(localhost|127\.|\[::1\])|\.localhost$/.test(location.hostname)

/** Has different colors for a local trial and a server in use; the host is next to the product's name. */
export const HostStripe = () => (
  <div aria-hidden className={cx('sticky top-0 z-30 h-1', isOwnMachine ? 'bg-edge' : 'bg-accent')} />
)
