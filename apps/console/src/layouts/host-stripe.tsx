/** RFC 6761 6.3. */
const isOwnMachine = /^(localhost|127\.|\[::1\])|\.localhost$/.test(location.hostname)

/** Distinguishes a server in use from a local trial, which has no stripe. The host is next to the product's name. */
export const HostStripe = () =>
  !isOwnMachine && <div aria-hidden className="fixed inset-x-0 top-0 z-30 h-1 bg-accent" />
