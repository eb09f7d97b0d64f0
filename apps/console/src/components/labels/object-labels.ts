import type { Input } from '../../api/client.ts'
import type { LabelMap } from './label-text.ts'

export type LabelChange =
  | 'project_update'
  | 'client_update'
  | 'resource_update'
  | 'project_user_update'
  | 'project_group_update'
  | 'federation_provider_update'
  | 'provisioning_connection_update'
  | 'team_update'
  | 'admin_update'
  | 'agent_client_update'
  | 'service_account_update'

export interface ObjectLabels<N extends LabelChange = LabelChange> {
  readonly object: { readonly labels?: LabelMap | undefined; readonly managedByTool?: string | undefined }
  readonly operation: N
  readonly at: Input<N>
  readonly refusal: string | null
}
