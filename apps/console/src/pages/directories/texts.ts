import type { Answer } from '../../api/client.ts'

export type Connection = Answer<'provisioning_connection_get'>
