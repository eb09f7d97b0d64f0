import type { Provider } from '@signet/contracts'

export type Protocol = Provider['protocol']
