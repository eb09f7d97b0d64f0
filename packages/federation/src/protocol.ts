import type { Provider } from '@signet/contracts'

/** Protocol between Signet and an identity provider. */
export type Protocol = Provider['protocol']
