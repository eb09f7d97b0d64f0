import type { Answer } from '../../api/client.ts'

export type Connection = Answer<'provisioning_connection_get'>

export interface ConnectionSectionProps {
  readonly projectId: string
  readonly connection: Connection
  readonly refusal: string | null
}
